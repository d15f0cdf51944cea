/**
 * Whether the comments before the `package` clause keep a file out of every build: its constraint needs the tag `ignore`,
 * which is never set by convention. Other tags can be set, so they exclude nothing.
 */
export function isNeverBuilt(header: string): boolean {
  const [, constraint] = /^\/\/go:build[ \t]+(.*)$/m.exec(header) ?? [];
  if (constraint !== undefined) return !new Constraint(constraint).canBeTrue();
  return /^\/\/[ \t]*\+build[ \t]+ignore[ \t]*$/m.test(header);
}

/** Whether an expression can be true and can be false. */
interface Possible {
  readonly isTrue: boolean;
  readonly isFalse: boolean;
}

class Constraint {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/&&|\|\||[!()]|[^\s&|!()]+/g) ?? [];
  }

  canBeTrue(): boolean {
    return this.#readOr().isTrue;
  }

  #readOr(): Possible {
    let result = this.#readAnd();
    while (this.#take('||')) {
      const other = this.#readAnd();
      result = { isTrue: result.isTrue || other.isTrue, isFalse: result.isFalse && other.isFalse };
    }
    return result;
  }

  #readAnd(): Possible {
    let result = this.#readNot();
    while (this.#take('&&')) {
      const other = this.#readNot();
      result = { isTrue: result.isTrue && other.isTrue, isFalse: result.isFalse || other.isFalse };
    }
    return result;
  }

  #readNot(): Possible {
    if (this.#take('!')) {
      const { isTrue, isFalse } = this.#readNot();
      return { isTrue: isFalse, isFalse: isTrue };
    }
    if (this.#take('(')) {
      const inner = this.#readOr();
      this.#take(')');
      return inner;
    }
    const tag = this.#tokens[this.#at++];
    return { isTrue: tag !== 'ignore', isFalse: true };
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}
