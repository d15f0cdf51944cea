/** A step process was killed here. */
export class Killed extends Error {}

/** The calls that change the forge or the state. A kill between two reads is a kill after the last change. */
export const CHANGES = /^(?:append|swap|create|update|set|close|link|delete|retarget)/;

/** Whether a change is the last one, by its name and arguments. */
export type IsLast = (name: string, values: readonly unknown[]) => boolean;

/** Lets a number of changes happen, then fails: before the next change, or after it. A killed process makes no more calls. */
export class Killer {
  readonly #moment: 'before' | 'after';
  readonly #isLast: IsLast;
  #isDead = false;

  /** @param last the number of changes before the last one, or whether a change is the last one */
  constructor(last: number | IsLast, moment: 'before' | 'after') {
    this.#moment = moment;
    this.#isLast = typeof last === 'number' ? () => this.changes - 1 === last : last;
  }

  /** How many changes were begun. */
  get changes(): number {
    return this.names.length;
  }

  /** The names of the changes that were begun. */
  readonly names: string[] = [];

  get hasKilled(): boolean {
    return this.#isDead;
  }

  wrap<Target extends object>(target: Target): Target {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return async (...values: unknown[]): Promise<unknown> => {
          if (this.#isDead) throw new Killed();
          const isChange = CHANGES.test(String(name));
          if (isChange) this.names.push(String(name));
          const isLast = isChange && this.#isLast(String(name), values);
          if (isLast && this.#moment === 'before') this.#die();
          const result: unknown = await Reflect.apply(value, target, values);
          if (isLast) this.#die();
          return result;
        };
      },
    });
  }

  #die(): never {
    this.#isDead = true;
    throw new Killed();
  }
}
