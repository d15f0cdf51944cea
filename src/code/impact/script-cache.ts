import { LineMap } from '../../foundation/position.ts';
import { loadLanguageOf } from '../languages/language-table.ts';
import type { ParsedScriptCache } from './script-uses.ts';
import type { UsesInText } from './uses-in-text.ts';

/** A file that is prepared for the search for uses. */
export interface CachedFile {
  /** One script for a script file, or all scripts of a component file. Offsets refer to the text of the whole file. */
  readonly scripts: readonly UsesInText[];
  readonly lines: LineMap;
}

/**
 * The maximum total size of the cached texts, in UTF-16 code units. The tokens take about as much memory as the texts.
 */
const MAX_CHARACTERS = 48_000_000;

/** Caches files for the search for uses. Removes the oldest files when the cache is full. */
export class ScriptCache {
  #parsed: ParsedScriptCache | undefined;
  readonly #files = new Map<string, { readonly cached: CachedFile; readonly size: number }>();
  #size = 0;

  /** Returns the cached file; reads the file first if necessary. Returns `undefined` if the file does not exist. */
  async read(file: string, readText: (file: string) => Promise<string | undefined>): Promise<CachedFile | undefined> {
    const known = this.#files.get(file);
    if (known !== undefined) return known.cached;
    const text = await readText(file);
    if (text === undefined) return undefined;
    const { createScripts, ParsedScriptCache } = await import('./create-scripts.ts');
    this.#parsed ??= new ParsedScriptCache();
    return this.#add(file, text, createScripts(file, text, await loadLanguageOf(file), this.#parsed));
  }

  /** Removes a file from the cache. Must be called when the text of the file changes. */
  forget(file: string): void {
    this.#size -= this.#files.get(file)?.size ?? 0;
    this.#files.delete(file);
  }

  #add(file: string, text: string, scripts: readonly UsesInText[]): CachedFile {
    const cached = { scripts, lines: new LineMap(text) };
    this.forget(file);
    this.#files.set(file, { cached, size: text.length });
    this.#size += text.length;
    for (const oldest of this.#files.keys()) {
      if (this.#size <= MAX_CHARACTERS || oldest === file) break;
      this.forget(oldest);
    }
    return cached;
  }
}
