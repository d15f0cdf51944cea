import type { Resource } from '../../contract/model.ts';
import type { Validator } from './validator.ts';

/** The validators of one validation, by type. */
export class ValidatorRegistry {
  readonly #builtIn: ReadonlyMap<string, Validator>;
  readonly #validators = new Map<string, Validator>();

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

  /** The validators that can speak of a resource, in the order in which they were registered. */
  async findFor(resource: Resource): Promise<readonly Validator[]> {
    const found: Validator[] = [];
    for (const validator of this.#validators.values()) {
      if (await supportsResource(validator, resource)) found.push(validator);
    }
    return found;
  }

  /** The custom validators that can speak of a resource. */
  async customFor(resource: Resource): Promise<readonly Validator[]> {
    const found: Validator[] = [];
    for (const validator of this.#validators.values()) {
      if (!this.#builtIn.has(validator.type) && (await supportsResource(validator, resource))) found.push(validator);
    }
    return found;
  }
}

/** Whether a validator says that it can speak of the resource, by its type and by itself. */
export async function supportsResource(validator: Validator, resource: Resource): Promise<boolean> {
  const types = validator.supportedResourceTypes;
  if (!types.includes('*') && !types.includes(resource.type)) return false;
  return await validator.supports(resource);
}
