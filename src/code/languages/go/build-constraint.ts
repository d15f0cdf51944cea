import { nameOf } from '../../resolution/tree-path.ts';

/**
 * Whether the comments before the `package` clause keep a file out of every build: its constraint needs the tag `ignore`,
 * which is never set by convention. Other tags can be set, so they exclude nothing.
 */
export function isNeverBuilt(header: string): boolean {
  const [, constraint] = /^\/\/go:build[ \t]+(.*)$/m.exec(header) ?? [];
  if (constraint !== undefined) {
    return !evaluate(constraint, (tag) => ({ isTrue: tag !== 'ignore', isFalse: true })).isTrue;
  }
  return /^\/\/[ \t]*\+build[ \t]+ignore[ \t]*$/m.test(header);
}

/** Tags that the system or the toolchain sets. */
const SYSTEM_TAG =
  /^(?:unix|cgo|gc|gccgo|race|msan|asan|aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos|386|amd64p?\d*|arm(?:64)?(?:be)?|loong64|mips(?:64)?(?:p32)?(?:le)?|ppc(?:64)?(?:le)?|riscv(?:64)?|s390x?|sparc(?:64)?|wasm)$/;

/**
 * Whether a file is in every build without `-tags`, on every system.
 *
 * @param header the comments before the `package` clause
 */
export function isAlwaysBuilt(file: string, header: string): boolean {
  const builds = evaluate(readConstraint(header), (tag) => {
    const isSet = /^go1(?:\.\d+)?$/.test(tag);
    return SYSTEM_TAG.test(tag) ? { isTrue: true, isFalse: true } : { isTrue: isSet, isFalse: !isSet };
  });
  // The first word of a name is no tag: `linux_test.go` is in every build.
  const [, ...words] = nameOf(file)
    .replace(/(?:_test)?\.go$/, '')
    .split('_');
  return !builds.isFalse && !words.slice(-2).some((word) => SYSTEM_TAG.test(word));
}

/** The constraint of a file as one expression; empty if there is none. */
function readConstraint(header: string): string {
  const [, constraint] = /^\/\/go:build[ \t]+(.*)$/m.exec(header) ?? [];
  if (constraint !== undefined) return constraint;
  // In the earlier form, all lines hold, one of the options of a line, and all tags of an option.
  return [...header.matchAll(/^\/\/[ \t]*\+build[ \t]+(.*)$/gm)]
    .map(
      ([, options = '']) =>
        `(${options
          .trim()
          .replaceAll(',', ' && ')
          .replaceAll(/(?<!&&)\s+(?!&&)/g, ' || ')})`,
    )
    .join(' && ');
}

function evaluate(constraint: string, valueOf: (tag: string) => Possible): Possible {
  return constraint === '' ? { isTrue: true, isFalse: false } : new Constraint(constraint, valueOf).read();
}

/** Whether an expression can be true and can be false. */
interface Possible {
  readonly isTrue: boolean;
  readonly isFalse: boolean;
}

class Constraint {
  readonly #tokens: readonly string[];
  readonly #valueOf: (tag: string) => Possible;
  #at = 0;

  constructor(text: string, valueOf: (tag: string) => Possible) {
    this.#valueOf = valueOf;
    this.#tokens = text.match(/&&|\|\||[!()]|[^\s&|!()]+/g) ?? [];
  }

  read(): Possible {
    return this.#readOr();
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
    return this.#valueOf(this.#tokens[this.#at++] ?? '');
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}
