import type { TypeName } from '../type-names.ts';

/** Where a name that a text refers to can be looked at: an error where it cannot be found, or used in that way. */
export interface ProbedName {
  readonly name: TypeName;
  readonly at: number;
}

/**
 * The text that is put after a file's own, in which types are compared: names of the file mean there what they mean in
 * the file. Positions are offsets in the file's text as it is then.
 */
export class ProbeText {
  readonly #prefix: string;
  readonly #base: number;
  readonly #probed = new Map<string, ProbedName>();
  #text = '';
  #count = 0;
  #isSame = false;

  /** @param base length of the text that it is put after */
  constructor(prefix: string, base: number) {
    this.#prefix = prefix;
    this.#base = base;
    this.#text = '\n';
  }

  get text(): string {
    return this.#text;
  }

  /** A name that stands nowhere else. */
  freshName(): string {
    return `${this.#prefix}${this.#count++}`;
  }

  line(text: string): void {
    this.#text += `${text}\n`;
  }

  /** Adds an alias of a type. @returns the offset of its name */
  alias(name: string, parameters: readonly string[], type: string): number {
    const at = this.#base + this.#text.length + 'type '.length;
    this.line(`type ${name}${listOf(parameters)} = ${type};`);
    return at;
  }

  /** @param around the type parameters around the text that the name stands in, as they are declared */
  probe(name: TypeName, around: readonly string[]): ProbedName {
    const own = around.filter(
      (parameter) => !name.scope.includes(/^(?:(?:in|out|const)\s+)*([\w$]+)/.exec(parameter)?.[1] ?? ''),
    );
    const parameters = [...own, ...name.scope];
    const key = `${parameters.join(',')} ${name.text}`;
    let probed = this.#probed.get(key);
    if (!probed) {
      probed = { name, at: this.alias(this.freshName(), parameters.map(withoutDefault), name.text) };
      this.#probed.set(key, probed);
    }
    return probed;
  }

  /** The name of a generic type that tells whether two types have the same shape, member by member. */
  same(): string {
    const name = `${this.#prefix}Same`;
    if (!this.#isSame) this.line(sameShape(name));
    this.#isSame = true;
    return name;
  }
}

/**
 * A type that is `true` where TypeScript takes two types for identical. The conditional types are compared by what
 * they extend; they are written out, for the arguments of an alias would be compared by their variance instead.
 */
export function identical(one: string, other: string): string {
  return `(<Held>() => Held extends ${one} ? 1 : 2) extends (<Held>() => Held extends ${other} ? 1 : 2) ? true : false`;
}

/** Required parameters may not follow those that have a default. */
function withoutDefault(parameter: string): string {
  return parameter.replace(/(?<![=!<>])=(?!>)[^]*$/, '');
}

export function listOf(parameters: readonly string[]): string {
  return parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
}

/** How deep members of members are compared where the types are not identical as wholes. */
const DEPTH = 6;

/**
 * Types that are not identical as wholes are compared by what their members are: an intersection and the object that
 * it makes differ for the checker, and so does a class with private members from what it shows to others. A union is
 * the set of its members: what is no object in both has to be identical, and each object of one has to be found in the
 * other.
 *
 * The type of what could not be resolved is neither true nor false but itself again: `1 & One` is it, and so is every
 * conditional type that extends it. Without that first question it would be identical to everything.
 */
function sameShape(name: string): string {
  const deeper = '[...Depth, 0]';
  const found = (one: string, others: string): string =>
    `(${one} extends unknown ? true extends ${name}Member<${one}, ${others}, ${deeper}> ? never : 0 : never)`;
  const member = `(Key extends keyof Other ? ${name}<Required<One>[Key], Required<Other>[Key], Depth> : false)`;
  return [
    [
      `type ${name}<One, Other, Depth extends 0[] = []> =`,
      ` 0 extends 1 & One ? (0 extends 1 & Other ? true : false)`,
      ` : 0 extends 1 & Other ? false`,
      ` : (${identical('One', 'Other')}) extends true ? true`,
      ` : Depth['length'] extends ${DEPTH} ? false`,
      ` : [One] extends [never] ? false : [Other] extends [never] ? false`,
      ` : (${identical('Exclude<One, object>', 'Exclude<Other, object>')}) extends true`,
      `  ? ${name}Objects<Extract<One, object>, Extract<Other, object>, Depth>`,
      `  : false;`,
    ],
    [
      `type ${name}Objects<One, Other, Depth extends 0[]> =`,
      ` ${found('One', 'Other')} | ${found('Other', 'One')} extends never ? true : false;`,
    ],
    [
      // True where one of several objects is the same as the one object.
      `type ${name}Member<One, Others, Depth extends 0[]> =`,
      ` Others extends unknown ? ${name}Object<One, Others, Depth> : never;`,
    ],
    [
      `type ${name}Object<One, Other, Depth extends 0[]> =`,
      ` (${identical('One', 'Other')}) extends true ? true`,
      ` : [One] extends [${UNSPLIT}] ? false : [Other] extends [${UNSPLIT}] ? false`,
      ` : [One, Other] extends [readonly (infer OneItem)[], readonly (infer OtherItem)[]]`,
      `  ? [number, number] extends [One['length'], Other['length']]`,
      `   ? (${identical('keyof One', 'keyof Other')}) extends true ? ${name}<OneItem, OtherItem, Depth> : false`,
      `   : false`,
      ` : (${identical('{ [Key in keyof One]: 0 }', '{ [Key in keyof Other]: 0 }')}) extends true`,
      // The key of an index signature hides the names beside it, so what differs is kept under its own key.
      `  ? keyof { [Key in keyof One as ${member} extends true ? never : Key]: 0 } extends never ? true`,
      // What could not be resolved is no key; as a member it is the answer.
      `   : { [Key in keyof One]-?: ${member} }[keyof One] extends true ? false : false`,
      ` : false;`,
    ],
  ]
    .map((lines) => lines.join(''))
    .join('\n');
}

/** What is not taken apart: what is called, and what is a value with a mark put on it. */
const UNSPLIT =
  '((...given: never) => unknown) | (abstract new (...given: never) => unknown) | string | number | bigint | boolean | symbol';
