import { copyOf, identifierAt } from '../text/names.ts';
import { skipSpace, type NameAt } from './statement-text.ts';

/** One module of an `import`, or a `from … import …`. */
export interface ImportedModule {
  readonly specifier: string;
  /** The names after `import`; none for `import a.b`. */
  readonly names: readonly { readonly imported: NameAt; readonly alias?: NameAt }[];
  readonly isStar: boolean;
  /** For `import a.b as c`: the first name of the path, and the alias. */
  readonly module?: { readonly outermost: NameAt; readonly alias?: NameAt };
}

const IMPORT = /(?:import|from)(?=[ \t\\.])/y;

/** Whether an import statement begins at an offset. */
export function isImportAt(text: string, offset: number): boolean {
  IMPORT.lastIndex = offset;
  return IMPORT.test(text);
}

/** Reads an import statement. What does not parse is left out. */
export function readImportStatement(text: string, from: number, to: number): readonly ImportedModule[] {
  const reader = new Tokens(text, from, to);
  return reader.takeWord('from') ? reader.readFrom() : reader.takeWord('import') ? reader.readModules() : [];
}

class Tokens {
  readonly #text: string;
  readonly #end: number;
  #at: number;

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.#end = to;
    this.#at = skipSpace(text, from);
  }

  readModules(): readonly ImportedModule[] {
    const modules: ImportedModule[] = [];
    do {
      const outermost = this.#identifier();
      if (outermost === undefined) break;
      const specifier = this.#path(outermost.name);
      const alias = this.#alias();
      modules.push({ specifier, names: [], isStar: false, module: { outermost, ...(alias && { alias }) } });
    } while (this.#take(','));
    return modules;
  }

  readFrom(): readonly ImportedModule[] {
    let dots = '';
    while (this.#take('.')) dots += '.';
    const first = this.#peekWord() === 'import' ? undefined : this.#identifier();
    const specifier = dots + (first === undefined ? '' : this.#path(first.name));
    if (specifier === '' || !this.takeWord('import')) return [];
    if (this.#take('*')) return [{ specifier, names: [], isStar: true }];
    this.#take('(');
    const names: { imported: NameAt; alias?: NameAt }[] = [];
    do {
      const imported = this.#identifier();
      if (imported === undefined) break;
      const alias = this.#alias();
      names.push({ imported, ...(alias && { alias }) });
    } while (this.#take(','));
    return [{ specifier, names, isStar: false }];
  }

  takeWord(word: string): boolean {
    if (this.#peekWord() !== word) return false;
    this.#move(this.#at + word.length);
    return true;
  }

  #alias(): NameAt | undefined {
    return this.takeWord('as') ? this.#identifier() : undefined;
  }

  #path(first: string): string {
    let path = first;
    while (this.#take('.')) path += `.${this.#identifier()?.name ?? ''}`;
    return copyOf(path);
  }

  #peekWord(): string | undefined {
    return this.#at < this.#end ? identifierAt(this.#text, this.#at) : undefined;
  }

  #identifier(): NameAt | undefined {
    const name = this.#peekWord();
    if (name === undefined) return undefined;
    const offset = this.#at;
    this.#move(offset + name.length);
    return { name, offset };
  }

  #take(character: string): boolean {
    if (this.#at >= this.#end || this.#text.charAt(this.#at) !== character) return false;
    this.#move(this.#at + 1);
    return true;
  }

  #move(offset: number): void {
    this.#at = skipSpace(this.#text, offset);
  }
}
