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
  // Its main module also contains the texts of all library files, 2.9 MB that only the type checker reads.
  // @ts-expect-error -- the package has no declarations for this file
  const module = (await import('@ts-morph/common/dist/typescript.js')) as { readonly default: TypeScript };
  loaded = module.default;
  return loaded;
});

/** The parser; `undefined` if it is not loaded yet. */
export function loadedTypeScript(): TypeScript | undefined {
  return loaded;
}

/** The total length of the texts whose trees are kept. A tree takes about thirty times as much memory as its text. */
const KEPT_CHARACTERS = 300_000;
/** The trees of the last texts: the judgements of a change read the same versions one after the other. */
const parsed = new Map<string, ts.SourceFile>();
let parsedCharacters = 0;

/** Parses one script with the full parser. Callers share the tree, and must not change it. */
export function parseScript(ts: TypeScript, text: string, dialect: Dialect): ts.SourceFile {
  const key = `${dialect}\0${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const source = createTree(ts, text, dialect);
  parsed.set(key, source);
  parsedCharacters += key.length;
  for (const [oldest] of parsed) {
    if (parsedCharacters <= KEPT_CHARACTERS) break;
    parsed.delete(oldest);
    parsedCharacters -= oldest.length;
  }
  return source;
}

function createTree(ts: TypeScript, text: string, dialect: Dialect): ts.SourceFile {
  const kinds = { ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, js: ts.ScriptKind.JS };
  const name = `module.${dialect}`;
  return ts.createSourceFile(name, text, { languageVersion: ts.ScriptTarget.Latest }, true, kinds[dialect]);
}
