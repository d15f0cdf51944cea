import type { TypeName } from '../../declarations/type-names.ts';
import { mayDeclare, unusedPrefix, UTILITY_TYPES } from './probe-names.ts';
import type { UtilityType } from './probe-names.ts';

/** A name in an expected text and the offset of its probe. The type there is an error if the name does not resolve. */
export interface ProbedName {
  readonly name: TypeName;
  readonly offset: number;
}

/**
 * A text with type comparisons that is appended to a file, so that names have the same meaning as in the file. Offsets are
 * relative to the start of the complete text.
 */
export class ProbeText {
  readonly #prefix: string;
  readonly #base: number;
  readonly #fileText: string;
  readonly #ownUtilities = new Set<UtilityType>();
  readonly #probed = new Map<string, ProbedName>();
  #text = '';
  #count = 0;
  #hasSameShape = false;

  /**
   * @param base length of the text that the probes are appended to
   * @param fileText the text whose names are in scope of the probes
   */
  constructor(prefix: string, base: number, fileText = '') {
    this.#prefix = unusedPrefix(prefix, fileText);
    this.#base = base;
    this.#fileText = fileText;
    this.#text = '\n';
  }

  get text(): string {
    return this.#text;
  }

  /** Returns a name that is not used yet. */
  createName(): string {
    return `${this.#prefix}${this.#count++}`;
  }

  addLine(text: string): void {
    this.#text += `${text}\n`;
  }

  /** Adds a line that declares a name. @returns the name and its offset */
  addStatement(before: string, name: string, after: string): { readonly name: string; readonly offset: number } {
    const offset = this.#base + this.#text.length + before.length;
    this.addLine(before + name + after);
    return { name, offset };
  }

  /** Adds a type alias. @returns the offset of its name */
  addAlias(name: string, parameters: readonly string[], type: string): number {
    return this.addStatement('type ', name, `${typeParameterList(parameters)} = ${type};`).offset;
  }

  /**
   * Adds a probe for a name.
   * @param outer the type parameters in scope around the text that contains the name, as declared
   */
  probeName(name: TypeName, outer: readonly string[]): ProbedName {
    const parameters = parametersInScope(name, outer);
    const key = `${parameters.join(',')} ${name.text}`;
    let probed = this.#probed.get(key);
    if (!probed) {
      probed = { name, offset: this.addAlias(this.createName(), parameters.map(withoutDefault), name.text) };
      this.#probed.set(key, probed);
    }
    return probed;
  }

  /**
   * Adds a comparison of a name with a type that is `true` if they are identical.
   * @param outer the type parameters in scope around the text that contains the name, as declared
   */
  addIdentity(name: TypeName, other: string, outer: readonly string[]): number {
    const parameters = parametersInScope(name, outer).map(withoutDefault);
    return this.addAlias(this.createName(), parameters, identical(name.text, other));
  }

  /** Returns the name of a utility type of TypeScript, or of an equal declaration if the file may declare the name itself. */
  utility(name: UtilityType): string {
    if (!mayDeclare(this.#fileText, name)) return name;
    const own = `${this.#prefix}${name}`;
    if (!this.#ownUtilities.has(name)) {
      this.#ownUtilities.add(name);
      this.addLine(UTILITY_TYPES[name](own));
    }
    return own;
  }

  /**
   * Declares, on the first call, a generic type that is `true` if two types have the same shape, member by member.
   * @returns its name
   */
  declareSameShape(): string {
    const name = `${this.#prefix}Same`;
    if (!this.#hasSameShape) this.addLine(sameShapeDeclarations(name, (utility) => this.utility(utility)));
    this.#hasSameShape = true;
    return name;
  }
}

/**
 * A type that is `true` if TypeScript considers two types identical. TypeScript compares the two conditional types by
 * their `extends` types. Both are written out because the arguments of an alias would be compared by variance instead.
 */
export function identical(one: string, other: string): string {
  // The name of the type parameter must not occur in the compared types.
  return `(<HoldfastT>() => HoldfastT extends ${one} ? 1 : 2) extends (<HoldfastT>() => HoldfastT extends ${other} ? 1 : 2) ? true : false`;
}

/** The type parameters in scope of a name, those that the text itself declares last. */
function parametersInScope({ scope }: TypeName, outer: readonly string[]): readonly string[] {
  const visible = outer.filter(
    (parameter) => !scope.includes(/^(?:(?:in|out|const)\s+)*([\w$]+)/.exec(parameter)?.[1] ?? ''),
  );
  return [...visible, ...scope];
}

/** Required type parameters must not follow those with a default, so defaults are removed. */
function withoutDefault(parameter: string): string {
  return parameter.replace(/(?<![=!<>])=(?!>)[^]*$/, '');
}

export function typeParameterList(parameters: readonly string[]): string {
  return parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
}

/** The maximum nesting at which members are compared if the types are not identical. */
const MAX_DEPTH = 6;

/**
 * Declares the types that compare two types by their members if they are not identical. TypeScript distinguishes an
 * intersection from the equivalent object type, and a class with private members from its public shape. Unions are
 * compared as sets: the non-object constituents must be identical, and each object type must have an equal in the other
 * union.
 *
 * The type of an unresolved name is absorbing: `1 & One` is that type again, and so is every conditional type on it.
 * Without the first condition, such a type would be identical to every type.
 */
function sameShapeDeclarations(name: string, utility: (name: UtilityType) => string): string {
  const [exclude, extract, required] = [utility('Exclude'), utility('Extract'), utility('Required')];
  const deeper = '[...Depth, 0]';
  const found = (one: string, others: string): string =>
    `(${one} extends unknown ? true extends ${name}Member<${one}, ${others}, ${deeper}> ? never : 0 : never)`;
  const member = `(Key extends keyof Other ? ${name}<${required}<One>[Key], ${required}<Other>[Key], Depth> : false)`;
  return [
    [
      `type ${name}<One, Other, Depth extends 0[] = []> =`,
      ` 0 extends 1 & One ? (0 extends 1 & Other ? true : false)`,
      ` : 0 extends 1 & Other ? false`,
      ` : (${identical('One', 'Other')}) extends true ? true`,
      ` : Depth['length'] extends ${MAX_DEPTH} ? false`,
      ` : [One] extends [never] ? false : [Other] extends [never] ? false`,
      ` : (${identical(`${exclude}<One, object>`, `${exclude}<Other, object>`)}) extends true`,
      `  ? ${name}Objects<${extract}<One, object>, ${extract}<Other, object>, Depth>`,
      `  : false;`,
    ],
    [
      `type ${name}Objects<One, Other, Depth extends 0[]> =`,
      ` ${found('One', 'Other')} | ${found('Other', 'One')} extends never ? true : false;`,
    ],
    [
      // `true` if one of several object types equals the single one.
      `type ${name}Member<One, Others, Depth extends 0[]> =`,
      ` Others extends unknown ? ${name}Object<One, Others, Depth> : never;`,
    ],
    [
      `type ${name}Object<One, Other, Depth extends 0[]> =`,
      ` (${identical('One', 'Other')}) extends true ? true`,
      ` : [One] extends [${ATOMIC_TYPES}] ? false : [Other] extends [${ATOMIC_TYPES}] ? false`,
      ` : [One, Other] extends [readonly (infer OneItem)[], readonly (infer OtherItem)[]]`,
      `  ? [number, number] extends [One['length'], Other['length']]`,
      `   ? (${identical('keyof One', 'keyof Other')}) extends true ? ${name}<OneItem, OtherItem, Depth> : false`,
      `   : false`,
      ` : (${identical('{ [Key in keyof One]: 0 }', '{ [Key in keyof Other]: 0 }')}) extends true`,
      // An index signature hides the named keys, so each difference gets its own key.
      `  ? keyof { [Key in keyof One as ${member} extends true ? never : Key]: 0 } extends never ? true`,
      // An unresolved type cannot be a key; as a member type it becomes the result.
      `   : { [Key in keyof One]-?: ${member} }[keyof One] extends true ? false : false`,
      ` : false;`,
    ],
  ]
    .map((lines) => lines.join(''))
    .join('\n');
}

/** Types that are not split into members: callable types and branded primitives. */
const ATOMIC_TYPES =
  '((...args: never) => unknown) | (abstract new (...args: never) => unknown) | string | number | bigint | boolean | symbol';
