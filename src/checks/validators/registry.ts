import type { Resource } from '../../contract/model.ts';
import { withTimeLimit } from '../evidence/time-limit.ts';
import { keepsTimeLimit } from './validator.ts';
import type { Validator } from './validator.ts';

export interface SupportLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The validators of one validation, by type. */
export class ValidatorRegistry {
  readonly #builtIn: ReadonlyMap<string, Validator>;
  readonly #validators = new Map<string, Validator>();
  readonly #limits: SupportLimits | undefined;
  readonly #supported = new Map<Validator, Map<Resource, Promise<boolean>>>();

  /**
   * @param builtIn the validators that checks name; registering another of the same type takes its place
   * @param limits how long a validator may take to say what it supports; without them as long as it likes
   */
  constructor(builtIn: readonly Validator[], limits?: SupportLimits) {
    this.#limits = limits;
    this.#builtIn = new Map(builtIn.map((validator) => [validator.type, validator]));
    for (const validator of builtIn) this.#validators.set(validator.type, validator);
  }

  /** Adds a validator; one of an existing type is replaced (ENF-PLUG-1). */
  register(validator: Validator): void {
    this.#validators.set(validator.type, validator);
  }

  get(type: string): Validator | undefined {
    return this.#validators.get(type);
  }

  types(): readonly string[] {
    return [...this.#validators.keys()];
  }

  /** Whether the type is one that checks name themselves, replaced or not. */
  isBuiltIn(type: string): boolean {
    return this.#builtIn.has(type);
  }

  /** Whether this very validator came with Holdfast, and no other took its place. */
  isOwn(validator: Validator): boolean {
    return this.#builtIn.get(validator.type) === validator;
  }

  /** Whether a validator says that it can speak of a resource, by its type and by itself; it is asked once. */
  supports(validator: Validator, resource: Resource): Promise<boolean> {
    const answers = this.#supported.get(validator) ?? new Map<Resource, Promise<boolean>>();
    this.#supported.set(validator, answers);
    let answer = answers.get(resource);
    if (!answer) {
      answer = this.#asked(validator, resource);
      answers.set(resource, answer);
    }
    return answer;
  }

  #asked(validator: Validator, resource: Resource): Promise<boolean> {
    if (!this.#limits || this.isOwn(validator) || keepsTimeLimit(validator)) return asked(validator, resource);
    const { timeoutMs, signal } = this.#limits;
    return withTimeLimit(() => asked(validator, resource), timeoutMs, `the validator ${validator.type}`, signal);
  }

  /** The validators that can speak of a resource, in the order in which they were registered. */
  async findFor(resource: Resource): Promise<readonly Validator[]> {
    const found: Validator[] = [];
    for (const validator of this.#validators.values()) {
      if (await this.supports(validator, resource)) found.push(validator);
    }
    return found;
  }

  /** The custom validators for a type of resource; whether they support a very resource is not asked yet. */
  customFor(resourceType: string): readonly Validator[] {
    return [...this.#validators.values()].filter(
      (validator) => !this.#builtIn.has(validator.type) && speaksOfType(validator, resourceType),
    );
  }
}

function speaksOfType({ supportedResourceTypes }: Validator, type: string): boolean {
  return supportedResourceTypes.includes('*') || supportedResourceTypes.includes(type);
}

async function asked(validator: Validator, resource: Resource): Promise<boolean> {
  if (!speaksOfType(validator, resource.type)) return false;
  // Validators are written by people, with or without types: `location.match(…)` says yes as well.
  const answer: unknown = await validator.supports(resource);
  return Boolean(answer);
}
