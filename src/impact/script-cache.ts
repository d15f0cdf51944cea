import { LineMap } from '../shared/position.ts';
import { scriptPartsOf } from '../code/script-parts.ts';
import { languageOf } from '../code/source-language.ts';
import { ParsedScripts, ScriptUses } from './script-uses.ts';

/** One file as the search for uses sees it. */
export interface ScannedFile {
  /** Its scripts: the file itself, or the parts of a component. All share one text's places. */
  readonly scripts: readonly ScriptUses[];
  readonly lines: LineMap;
}

/** Characters of text whose tokens are kept; some hundred megabytes of a workspace are never all asked about. */
const KEPT_CHARACTERS = 48_000_000;

/** The files that were looked into, so that the next question about them need not read them again. */
export class ScriptCache {
  readonly #parsed = new ParsedScripts();
  readonly #files = new Map<string, { readonly scanned: ScannedFile; readonly size: number }>();
  #size = 0;

  /** The file as it was read before, or as `readText` gives it now; undefined where there is none. */
  async of(file: string, readText: (file: string) => Promise<string | undefined>): Promise<ScannedFile | undefined> {
    const known = this.#files.get(file);
    if (known !== undefined) return known.scanned;
    const text = await readText(file);
    return text === undefined ? undefined : this.#keep(file, text);
  }

  /** The file has another text now. */
  forget(file: string): void {
    this.#size -= this.#files.get(file)?.size ?? 0;
    this.#files.delete(file);
  }

  #keep(file: string, text: string): ScannedFile {
    const scanned = { scripts: this.#scriptsOf(file, text), lines: new LineMap(text) };
    this.forget(file);
    this.#files.set(file, { scanned, size: text.length });
    this.#size += text.length;
    for (const oldest of this.#files.keys()) {
      if (this.#size <= KEPT_CHARACTERS || oldest === file) break;
      this.forget(oldest);
    }
    return scanned;
  }

  #scriptsOf(file: string, text: string): readonly ScriptUses[] {
    const language = languageOf(file);
    if (language === undefined) return [];
    if (language === 'ts' || language === 'tsx' || language === 'js') {
      return [new ScriptUses(text, language, this.#parsed)];
    }
    return scriptPartsOf(text, language).parts.map((part) => new ScriptUses(part.text, part.dialect, this.#parsed));
  }
}
