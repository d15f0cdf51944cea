import { nameOf } from '../../resolution/tree-path.ts';

/** Systems and processors: a build is for one of each. */
const SYSTEMS: ReadonlySet<string> = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos'.split(
    ' ',
  ),
);
const PROCESSORS: ReadonlySet<string> = new Set(
  '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm'.split(' '),
);
/** Tags that other tags set as well: every Android build is one of Linux. */
const IMPLIED: Readonly<Record<string, string>> = { android: 'linux', illumos: 'solaris', ios: 'darwin' };
/** The number of free tags up to which every choice is tried. */
const MAX_FREE_TAGS = 10;
/** Longer constraints can be nested too deeply to be read; Go reads none with more than 1,000 operators. */
const MAX_LENGTH = 8_000;

/**
 * Whether the comments before the `package` clause keep a file out of every build. The tag `ignore` is never set by
 * convention, and a build has one system and one processor. Other tags can be set.
 */
export function isNeverBuilt(header: string): boolean {
  if (!header.includes('build')) return false;
  const lines = header.replace(/\/\*[^]*?\*\//g, '');
  const [, constraint] = /^\/\/go:build[ \t]+(.*)$/m.exec(lines) ?? [];
  if (constraint !== undefined) return !canBeTrue(constraint);
  // The old form counts only with a blank line before the `package` clause.
  return /^\/\/[ \t]*\+build[ \t]+ignore[ \t]*\r?$(?=[^]*\n\r?\n)/m.test(lines);
}

function canBeTrue(constraint: string): boolean {
  const tokens = constraint.match(/&&|\|\||[!()]|[^\s&|!()]+/g) ?? [];
  const tags = new Set(tokens.filter((token) => !/^(?:&&|\|\||[!()])$/.test(token)));
  tags.delete('ignore');
  const systems = [...tags].filter((tag) => SYSTEMS.has(tag));
  const processors = [...tags].filter((tag) => PROCESSORS.has(tag));
  const free = [...tags].filter((tag) => !SYSTEMS.has(tag) && !PROCESSORS.has(tag));
  if (free.length > MAX_FREE_TAGS) return true;
  for (const system of [undefined, ...systems]) {
    for (const processor of [undefined, ...processors]) {
      for (let choice = 0; choice < 1 << free.length; choice++) {
        const set = new Set([
          system,
          system && IMPLIED[system],
          processor,
          ...free.filter((_, at) => choice & (1 << at)),
        ]);
        const isMet = evaluate(constraint, (tag) => ({ isTrue: set.has(tag), isFalse: !set.has(tag) })).isTrue;
        if (isMet) return true;
      }
    }
  }
  return false;
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
  if (constraint === '') return { isTrue: true, isFalse: false };
  if (constraint.length > MAX_LENGTH) return { isTrue: true, isFalse: true };
  return new Constraint(constraint, valueOf).read();
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
