import { identical } from '../probes/probe-text.ts';

/** How deep types are looked into; what is deeper is not known. */
const DEPTH = 7;

const CALLABLE = '((...given: never) => unknown) | (abstract new (...given: never) => unknown)';

/** The names of the standard library that the comparison relies on: a file may give them another meaning. */
export const RELIED_ON = 'Date Exclude Extract Function Omit Parameters Pick Promise RegExp ReturnType'.split(' ');

/** The names of generic types that compare an earlier type with a later one. Each is `true` only where it is sure. */
export interface RelationTypes {
  /** Whether every part of a type is known: no `any`, and nothing that can be compared in part only. */
  readonly known: string;
  /** Whether a type is a function of one signature without type parameters, and nothing else. */
  readonly simple: string;
  /** Whether what was given before may still be given: literals of objects included. */
  readonly takes: string;
  /** Whether what is given now can be read as what was given before. */
  readonly gives: string;
  /** Whether each parameter takes what it took. */
  readonly parameters: string;
  /** A literal as the kind of value that it is. */
  readonly widened: string;
  /** Whether a type is a union. */
  readonly isUnion: string;
}

/**
 * Declares the generic types. The checker's own answer to "may the one stand for the other" is not enough: it lets
 * methods take less than before, lets properties vanish that were optional, and takes `any` for everything. So types
 * that differ are compared part by part, methods and functions in them have to be identical, and what is not
 * understood is `false`. @returns their names and their declarations
 */
export function relationTypes(prefix: string): { readonly names: RelationTypes; readonly lines: readonly string[] } {
  const names: RelationTypes = {
    known: `${prefix}Known`,
    simple: `${prefix}Simple`,
    takes: `${prefix}Takes`,
    gives: `${prefix}Gives`,
    parameters: `${prefix}Parameters`,
    widened: `${prefix}Widened`,
    isUnion: `${prefix}IsUnion`,
  };
  const { known, simple, takes, gives, parameters, widened, isUnion } = names;
  const deeper = '[...Depth, 0]';
  const both = (relation: string): string =>
    `[Exclude<From, object>] extends [Exclude<To, object>] ? [Extract<From, object>] extends [never] ? true` +
    ` : ${relation}Object<Extract<From, object>, Extract<To, object>, ${deeper}> : false`;
  const single = (relation: string): string =>
    `(${identical('From', 'To')}) extends true ? true` +
    ` : true extends ${isUnion}<From> | ${isUnion}<To> ? false` +
    ` : [From] extends [Promise<infer FromValue>] ? [To] extends [Promise<infer ToValue>]` +
    ` ? (${identical('From', 'Promise<FromValue>')}) extends true ? (${identical('To', 'Promise<ToValue>')}) extends true` +
    ` ? ${relation}<FromValue, ToValue, Depth> : false : false : false` +
    ` : [From] extends [${CALLABLE}] ? false : [To] extends [${CALLABLE}] ? false`;
  const lines = [
    `type ${isUnion}<One, All = One> = One extends unknown ? [All] extends [One] ? false : true : never;`,
    `type ${simple}<One> = One extends (...given: infer Given) => infer Returned ? ${identical('One', '(...given: Given) => Returned')} : false;`,
    `type ${known}<One, Depth extends 0[] = []> =` +
      ` 0 extends 1 & One ? false : [One] extends [never] ? true : Depth['length'] extends ${DEPTH} ? false : unknown extends One ? true` +
      ` : One extends object` +
      ` ? One extends (...given: infer Given) => infer Returned` +
      ` ? (${identical('One', '(...given: Given) => Returned')}) extends true ? false extends ${known}<Given, ${deeper}> | ${known}<Returned, ${deeper}> ? false : true : false` +
      ` : One extends ${CALLABLE} ? false` +
      ` : One extends readonly (infer Item)[] ? number extends One['length'] ? false extends ${known}<Item, ${deeper}> ? false : true` +
      ` : false extends { [Key in keyof One]-?: false extends ${known}<One[Key], ${deeper}> ? false : true }[number] ? false : true` +
      ` : One extends Promise<infer Value> ? (${identical('One', 'Promise<Value>')}) extends true ? false extends ${known}<Value, ${deeper}> ? false : true : false` +
      ` : (${identical('One', 'Date')}) extends true ? true : (${identical('One', 'RegExp')}) extends true ? true` +
      ` : false extends { [Key in keyof One]-?: false extends ${known}<One[Key], ${deeper}> ? false : true }[keyof One] ? false : true` +
      ` : true;`,
    ...[takes, gives].map(
      (relation) =>
        `type ${relation}<From, To, Depth extends 0[] = []> = (${identical('From', 'To')}) extends true ? true` +
        ` : Depth['length'] extends ${DEPTH} ? false : [From] extends [To] ? ${both(relation)} : false;`,
    ),
    `type ${takes}Object<From, To, Depth extends 0[]> = ${single(takes)}` +
      ` : [From] extends [readonly (infer FromItem)[]] ? [To] extends [readonly (infer ToItem)[]]` +
      ` ? [number, number] extends [From['length'], To['length']] ? ${takes}<FromItem, ToItem, Depth> : false : false` +
      ` : [To] extends [readonly unknown[]] ? false` +
      ` : [Exclude<keyof From, keyof To>] extends [never]` +
      ` ? false extends { [Key in keyof From]-?: Key extends keyof To ? ${takes}<From[Key], To[Key], Depth> : false }[keyof From] ? false : true : false;`,
    `type ${gives}Object<From, To, Depth extends 0[]> = ${single(gives)}` +
      ` : [From | To] extends [Exclude<From | To, readonly unknown[]>] ? [Exclude<keyof To, keyof From>] extends [never]` +
      ` ? ${identical('Pick<From, keyof To & keyof From>', 'Pick<To, keyof To>')} : false : false;`,
    `type ${parameters}<From extends readonly unknown[], To extends readonly unknown[]> =` +
      ` number extends From['length'] | To['length'] ? ${identical('From', 'To')}` +
      ` : false extends { [Key in keyof From]-?: Key extends keyof To ? ${takes}<From[Key], To[Key]> : false }[number] ? false : true;`,
    `type ${widened}<One> = One extends string ? string : One extends number ? number : One extends bigint ? bigint` +
      ` : One extends boolean ? boolean : One;`,
  ];
  return { names, lines };
}
