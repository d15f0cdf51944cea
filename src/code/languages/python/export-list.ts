import { identifierAt } from '../text/names.ts';
import { endOfString } from './logical-lines.ts';
import { endOfBrackets, skipSpace, type NameAt } from './statement-text.ts';

/** The value of `__all__`. */
export interface ExportList {
  readonly names: readonly NameAt[];
  /** The expressions whose `__all__` is added, as they are written: `base` for `base.__all__`. */
  readonly modules: readonly string[];
}

const EMPTY: ExportList = { names: [], modules: [] };

/**
 * Reads the value of an expression as an export list, in the forms that type checkers read: lists and tuples of strings,
 * `module.__all__`, and sums of these. `__all__` itself has no names here. `undefined` if the value is computed in another
 * way.
 */
export function readExportList(text: string, from: number, to: number): ExportList | undefined {
  const reader = new ExportListReader(text, to);
  const list = reader.readSum(from);
  return list !== undefined && reader.isAtEnd() ? list : undefined;
}

export function joinExportLists(a: ExportList, b: ExportList): ExportList {
  return { names: [...a.names, ...b.names], modules: [...a.modules, ...b.modules] };
}

class ExportListReader {
  readonly #text: string;
  readonly #end: number;
  #at = 0;

  constructor(text: string, end: number) {
    this.#text = text;
    this.#end = end;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Reads `a + b, c`. */
  readSum(from: number): ExportList | undefined {
    this.#move(from);
    const names: NameAt[] = [];
    const modules: string[] = [];
    while (!this.isAtEnd() && !')]}'.includes(this.#character())) {
      const term = this.#readTerm();
      if (term === undefined) return undefined;
      names.push(...term.names);
      modules.push(...term.modules);
      if (this.isAtEnd() || ')]}'.includes(this.#character())) break;
      if (!'+,'.includes(this.#character())) return undefined;
      this.#move(this.#at + 1);
    }
    return { names, modules };
  }

  #readTerm(): ExportList | undefined {
    if (this.#character() === '*') this.#move(this.#at + 1);
    if ('([{'.includes(this.#character())) return this.#readBrackets();
    const string = this.#readString();
    if (string !== undefined) return string;
    const path = this.#readPath();
    if (path === undefined) return undefined;
    if (this.#character() === '(') return this.#readCall(path);
    if (path === '__all__') return EMPTY;
    return path.endsWith('.__all__') ? { names: [], modules: [path.slice(0, -'.__all__'.length)] } : undefined;
  }

  /** `list(base.__all__)` and `tuple([…])`. */
  #readCall(path: string): ExportList | undefined {
    return /^(?:list|tuple|set|sorted)$/.test(path) ? this.#readBrackets() : undefined;
  }

  #readBrackets(): ExportList | undefined {
    const end = endOfBrackets(this.#text, this.#at, this.#end);
    const list = this.readSum(this.#at + 1);
    if (list === undefined || this.#at !== end - 1) return undefined;
    this.#move(end);
    return list;
  }

  /** A string without escapes and replacement fields; adjacent strings are one. */
  #readString(): ExportList | undefined {
    const offset = this.#at;
    let name: string | undefined;
    for (;;) {
      const quote = /^[uUrR]?["']/.test(this.#text.slice(this.#at, this.#at + 2))
        ? this.#at + (/["']/.test(this.#character()) ? 0 : 1)
        : undefined;
      if (quote === undefined) break;
      const end = endOfString(this.#text, quote);
      const [, , content] = /^("""|'''|"|')([^\\]*?)\1$/s.exec(this.#text.slice(quote, end)) ?? [];
      if (content === undefined) return undefined;
      name = (name ?? '') + content;
      this.#move(end);
    }
    return name === undefined ? undefined : { names: [{ name, offset }], modules: [] };
  }

  #readPath(): string | undefined {
    let path = identifierAt(this.#text, this.#at);
    if (path === undefined) return undefined;
    this.#move(this.#at + path.length);
    while (this.#character() === '.') {
      this.#move(this.#at + 1);
      const member = identifierAt(this.#text, this.#at);
      if (member === undefined) return undefined;
      this.#move(this.#at + member.length);
      path += `.${member}`;
    }
    return path;
  }

  #character(): string {
    return this.#at < this.#end ? this.#text.charAt(this.#at) : '';
  }

  #move(offset: number): void {
    this.#at = skipSpace(this.#text, offset);
  }
}
