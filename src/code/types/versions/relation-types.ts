import { identical } from '../probes/probe-text.ts';

/** The maximum nesting of a comparison. A deeper difference is undecided. */
const MAX_DEPTH = 7;

const CALLABLE = '((...args: never) => unknown) | (abstract new (...args: never) => unknown)';

/** The standard library types that the comparison uses. A file that redeclares one of them is not compared. */
export const LIBRARY_TYPES = 'Date Exclude Extract Function Omit Parameters Pick Promise RegExp ReturnType'.split(' ');

/**
 * The names of generic types that compare an earlier with a later type. A comparison is `true` only if the result is
 * certain.
 */
export interface RelationTypes {
  /** Whether a type can be compared completely: it contains no `any` and no type that is only partly comparable. */
  readonly known: string;
  /** Whether a type is a function with one signature, no type parameters and no properties. */
  readonly simple: string;
  /** Whether every value that was accepted before is still accepted, object literals included. */
  readonly accepts: string;
  /** Whether a value that is provided now can be read like one that was provided before. */
  readonly provides: string;
  /** Whether every parameter accepts what it accepted before. */
  readonly parameters: string;
  /** The widened type of a literal type. */
  readonly widened: string;
  /** Whether a type is a union. */
  readonly isUnion: string;
}

/**
 * Declares the generic types. Assignability is not strict enough for a comparison of versions: it is bivariant in method
 * parameters, allows optional properties to disappear, and accepts `any` for every type. Types that differ are therefore
 * compared part by part. Functions and methods in them must be identical, and a type that is not supported is `false`.
 * @returns the names of the types and their declarations
 */
export function relationTypes(prefix: string): { readonly names: RelationTypes; readonly lines: readonly string[] } {
  const names: RelationTypes = {
    known: `${prefix}Known`,
    simple: `${prefix}Simple`,
    accepts: `${prefix}Accepts`,
    provides: `${prefix}Provides`,
    parameters: `${prefix}Parameters`,
    widened: `${prefix}Widened`,
    isUnion: `${prefix}IsUnion`,
  };
  const { known, simple, accepts, provides, parameters, widened, isUnion } = names;
  const deeper = '[...Depth, 0]';
  // Compares the non-object constituents by assignability, and the object constituents with the relation.
  const compareConstituents = (relation: string): string =>
    `[Exclude<From, object>] extends [Exclude<To, object>] ? [Extract<From, object>] extends [never] ? true` +
    ` : ${relation}Object<Extract<From, object>, Extract<To, object>, ${deeper}> : false`;
  // Decides identical types, promises and functions. The text ends where the condition for other objects follows.
  const compareSimpleObjects = (relation: string): string =>
    `(${identical('From', 'To')}) extends true ? true` +
    ` : true extends ${isUnion}<From> | ${isUnion}<To> ? false` +
    ` : [From] extends [Promise<infer FromValue>] ? [To] extends [Promise<infer ToValue>]` +
    ` ? (${identical('From', 'Promise<FromValue>')}) extends true ? (${identical('To', 'Promise<ToValue>')}) extends true` +
    ` ? ${relation}<FromValue, ToValue, Depth> : false : false : false` +
    ` : [From] extends [${CALLABLE}] ? false : [To] extends [${CALLABLE}] ? false`;
  const lines = [
    `type ${isUnion}<One, All = One> = One extends unknown ? [All] extends [One] ? false : true : never;`,
    `type ${simple}<One> = One extends (...args: infer Args) => infer Returned ? ${identical('One', '(...args: Args) => Returned')} : false;`,
    `type ${known}<One, Depth extends 0[] = []> =` +
      ` 0 extends 1 & One ? false : [One] extends [never] ? true : Depth['length'] extends ${MAX_DEPTH} ? false : unknown extends One ? true` +
      ` : One extends object` +
      ` ? One extends (...args: infer Args) => infer Returned` +
      ` ? (${identical('One', '(...args: Args) => Returned')}) extends true ? false extends ${known}<Args, ${deeper}> | ${known}<Returned, ${deeper}> ? false : true : false` +
      ` : One extends ${CALLABLE} ? false` +
      ` : One extends readonly (infer Item)[] ? number extends One['length'] ? false extends ${known}<Item, ${deeper}> ? false : true` +
      ` : false extends { [Key in keyof One]-?: false extends ${known}<One[Key], ${deeper}> ? false : true }[number] ? false : true` +
      ` : One extends Promise<infer Value> ? (${identical('One', 'Promise<Value>')}) extends true ? false extends ${known}<Value, ${deeper}> ? false : true : false` +
      ` : (${identical('One', 'Date')}) extends true ? true : (${identical('One', 'RegExp')}) extends true ? true` +
      ` : false extends { [Key in keyof One]-?: false extends ${known}<One[Key], ${deeper}> ? false : true }[keyof One] ? false : true` +
      ` : true;`,
    ...[accepts, provides].map(
      (relation) =>
        `type ${relation}<From, To, Depth extends 0[] = []> = (${identical('From', 'To')}) extends true ? true` +
        ` : Depth['length'] extends ${MAX_DEPTH} ? false : [From] extends [To] ? ${compareConstituents(relation)} : false;`,
    ),
    `type ${accepts}Object<From, To, Depth extends 0[]> = ${compareSimpleObjects(accepts)}` +
      ` : [From] extends [readonly (infer FromItem)[]] ? [To] extends [readonly (infer ToItem)[]]` +
      ` ? [number, number] extends [From['length'], To['length']] ? ${accepts}<FromItem, ToItem, Depth> : false : false` +
      ` : [To] extends [readonly unknown[]] ? false` +
      ` : [Exclude<keyof From, keyof To>] extends [never]` +
      ` ? false extends { [Key in keyof From]-?: Key extends keyof To ? ${accepts}<From[Key], To[Key], Depth> : false }[keyof From] ? false : true : false;`,
    `type ${provides}Object<From, To, Depth extends 0[]> = ${compareSimpleObjects(provides)}` +
      ` : [From | To] extends [Exclude<From | To, readonly unknown[]>] ? [Exclude<keyof To, keyof From>] extends [never]` +
      ` ? ${identical('Pick<From, keyof To & keyof From>', 'Pick<To, keyof To>')} : false : false;`,
    `type ${parameters}<From extends readonly unknown[], To extends readonly unknown[]> =` +
      ` number extends From['length'] | To['length'] ? ${identical('From', 'To')}` +
      ` : false extends { [Key in keyof From]-?: Key extends keyof To ? ${accepts}<From[Key], To[Key]> : false }[number] ? false : true;`,
    `type ${widened}<One> = One extends string ? string : One extends number ? number : One extends bigint ? bigint` +
      ` : One extends boolean ? boolean : One;`,
  ];
  return { names, lines };
}
