import type { Resource } from '../../contract/model.ts';
import type { Validator } from './validator.ts';

/** The validators of one validation, by type. */
export class ValidatorRegistry {
  readonly #builtIn: ReadonlyMap<string, Validator>;
  readonly #validators = new Map<string, Validator>();
  readonly #supported = new Map<Validator, Map<Resource, Promise<boolean>>>();

  /** @param builtIn the validators that checks name; registering another of the same type takes its place */
  constructor(builtIn: readonly Validator[]) {
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
      answer = asked(validator, resource);
      answers.set(resource, answer);
    }
    return answer;
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
  return speaksOfType(validator, resource.type) && (await validator.supports(resource));
}
