import type { Resource } from '../../../contract/model.ts';
import { withTimeLimit } from '../evidence/time-limit.ts';
import { isSelfLimited } from '../interfaces/validator.ts';
import type { Validator, ValidatorRegistrar } from '../interfaces/validator.ts';

export interface SupportLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The validators of one validation, by type. */
export class ValidatorRegistry implements ValidatorRegistrar {
  readonly #builtIn: ReadonlyMap<string, Validator>;
  readonly #validators = new Map<string, Validator>();
  readonly #limits: SupportLimits | undefined;
  readonly #supported = new Map<Validator, Map<Resource, Promise<boolean>>>();

  /**
   * @param builtIn the validators that are part of Holdfast
   * @param limits time limit of a custom validator's `supports`; absent means no limit
   */
  constructor(builtIn: readonly Validator[], limits?: SupportLimits) {
    this.#limits = limits;
    this.#builtIn = new Map(builtIn.map((validator) => [validator.type, validator]));
    for (const validator of builtIn) this.#validators.set(validator.type, validator);
  }

  /** Adds a validator and replaces one of the same type (ENF-PLUG-1). */
  register(validator: Validator): void {
    this.#validators.set(validator.type, validator);
  }

  get(type: string): Validator | undefined {
    return this.#validators.get(type);
  }

  types(): readonly string[] {
    return [...this.#validators.keys()];
  }

  /** Whether the type is one of the built-in types, even if another validator replaced it. */
  isBuiltIn(type: string): boolean {
    return this.#builtIn.has(type);
  }

  /** Whether this validator is part of Holdfast and not a replacement. */
  isOriginal(validator: Validator): boolean {
    return this.#builtIn.get(validator.type) === validator;
  }

  /** Whether a validator supports a resource, by the resource's type and by its own `supports`, which is called once. */
  supports(validator: Validator, resource: Resource): Promise<boolean> {
    const answers = this.#supported.get(validator) ?? new Map<Resource, Promise<boolean>>();
    this.#supported.set(validator, answers);
    let answer = answers.get(resource);
    if (!answer) {
      answer = this.#callSupports(validator, resource);
      answers.set(resource, answer);
    }
    return answer;
  }

  #callSupports(validator: Validator, resource: Resource): Promise<boolean> {
    if (!this.#limits || this.isOriginal(validator) || isSelfLimited(validator)) return supports(validator, resource);
    const { timeoutMs, signal } = this.#limits;
    return withTimeLimit(() => supports(validator, resource), timeoutMs, `the validator ${validator.type}`, signal);
  }

  /** The validators that support a resource, in the order of their registration. */
  async findFor(resource: Resource): Promise<readonly Validator[]> {
    const found: Validator[] = [];
    for (const validator of this.#validators.values()) {
      if (await this.supports(validator, resource)) found.push(validator);
    }
    return found;
  }

  /** The validators for a type of resource whose own type is not built-in. Their `supports` is not called yet. */
  customFor(resourceType: string): readonly Validator[] {
    return [...this.#validators.values()].filter(
      (validator) => !this.#builtIn.has(validator.type) && supportsType(validator, resourceType),
    );
  }
}

function supportsType({ supportedResourceTypes }: Validator, type: string): boolean {
  return supportedResourceTypes.includes('*') || supportedResourceTypes.includes(type);
}

async function supports(validator: Validator, resource: Resource): Promise<boolean> {
  if (!supportsType(validator, resource.type)) return false;
  // A validator without types can return any truthy value, such as the result of `location.match(…)`.
  const answer: unknown = await validator.supports(resource);
  return Boolean(answer);
}
