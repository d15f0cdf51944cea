/**
 * The names that probes use. Probes are appended to the text that they question, so a declaration in that text must not
 * replace one of them.
 */

/** The type parameters and inferred types of probes. A text that contains one of these words is not questioned. */
const RESERVED = /\bHoldfast(?:T|Return|Instance)\b/;

/** The first reserved word in a text; `undefined` if there is none. */
export function findReservedName(text: string): string | undefined {
  return RESERVED.exec(text)?.[0];
}

/** A prefix that no name in a text starts with. */
export function unusedPrefix(prefix: string, text: string): string {
  let unused = prefix;
  while (text.includes(unused)) unused += '_';
  return unused;
}

/** Declarations that equal the utility types of TypeScript, by name. */
export const UTILITY_TYPES = {
  Exclude: (name: string) => `type ${name}<Type, Excluded> = Type extends Excluded ? never : Type;`,
  Extract: (name: string) => `type ${name}<Type, Extracted> = Type extends Extracted ? Type : never;`,
  Required: (name: string) => `type ${name}<Type> = { [Key in keyof Type]-?: Type[Key] };`,
  Pick: (name: string) => `type ${name}<Type, Keys extends keyof Type> = { [Key in Keys]: Type[Key] };`,
  ThisParameterType: (name: string) =>
    `type ${name}<Type> = Type extends (this: infer This, ...args: never) => unknown ? This : unknown;`,
  Parameters: (name: string) => `type ${name}<Type> = Type extends (...args: infer List) => unknown ? List : never;`,
  ConstructorParameters: (name: string) =>
    `type ${name}<Type> = Type extends abstract new (...args: infer List) => unknown ? List : never;`,
  Awaited: (name: string) =>
    `type ${name}<Type> = Type extends null | undefined ? Type : Type extends object & { then(resolve: infer Resolve, ...args: infer _): any } ? Resolve extends (value: infer Value, ...args: infer _) => any ? ${name}<Value> : never : Type;`,
} as const;

export type UtilityType = keyof typeof UTILITY_TYPES;

/** Whether a text may declare or import a name. A use of the name can count too. */
export function mayDeclare(text: string, name: UtilityType): boolean {
  return (
    text.includes(name) &&
    new RegExp(`(?:\\b(?:type|interface|class|enum|namespace|module|import|as)\\s|[{,])\\s*${name}\\b`).test(text)
  );
}
