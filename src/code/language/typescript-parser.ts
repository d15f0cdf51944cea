/**
 * The full parser: TypeScript, as bundled with ts-morph. Loading it takes half a second, so it is loaded only if the lexer
 * cannot read a text reliably, or for information that the lexer does not provide.
 */
import type { ts } from 'ts-morph';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import type { Dialect } from './source-language.ts';

export type TypeScript = typeof ts;

let loaded: TypeScript | undefined;

/** Loads the parser. Later calls return the same promise. */
export const loadTypeScript = memoizeUntilFailure(async (): Promise<TypeScript> => {
  const module = await import('@ts-morph/common');
  loaded = module.ts;
  return loaded;
});

/** The parser; `undefined` if it is not loaded yet. */
export function loadedTypeScript(): TypeScript | undefined {
  return loaded;
}

/** Parses one script with the full parser. */
export function parseScript(ts: TypeScript, text: string, dialect: Dialect): ts.SourceFile {
  const kinds = { ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, js: ts.ScriptKind.JS };
  const name = `module.${dialect}`;
  return ts.createSourceFile(name, text, { languageVersion: ts.ScriptTarget.Latest }, true, kinds[dialect]);
}
