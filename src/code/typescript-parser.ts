/**
 * The full parser, TypeScript's own, as ts-morph carries it. It takes half a second to load, so it is loaded when the
 * lexer is in doubt about a text, or when more is asked than the lexer knows.
 */
import type { ts } from 'ts-morph';

export type TypeScript = typeof ts;

let loading: Promise<TypeScript> | undefined;
let loaded: TypeScript | undefined;

/** Loads the parser once; later calls answer from memory. */
export function loadTypeScript(): Promise<TypeScript> {
  loading ??= import('@ts-morph/common').then((module) => (loaded = module.ts));
  return loading;
}

/** The parser where it has been loaded already. */
export function loadedTypeScript(): TypeScript | undefined {
  return loaded;
}
