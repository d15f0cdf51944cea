import { readLexedScript } from './lexer/lexed-script.ts';
import { Lexer, type LexedScript } from './lexer/lexer.ts';
import { modulesNamedIn } from './lexer/named-modules.ts';
import type { NamedModules } from './module-links.ts';
import type { ModuleRecord } from './module-record.ts';
import { parseModule } from './parse-module.ts';
import { assembleModule, emptyRawModule } from './raw-module.ts';
import { isBinary, readModule } from './read-module.ts';
import { languageOf } from './source-language.ts';
import type { TypeScript } from './typescript-parser.ts';

/**
 * The modules of an index by path. What the lexer finds is kept as it leaves it, and made a record when somebody asks:
 * of most modules nobody does.
 */
export class ModuleStore {
  readonly #lexer = new Lexer();
  readonly #modules = new Map<string, ModuleRecord | LexedScript>();

  get size(): number {
    return this.#modules.size;
  }

  files(): Iterable<string> {
    return this.#modules.keys();
  }

  get(file: string): ModuleRecord | undefined {
    const held = this.#modules.get(file);
    if (held === undefined || 'exports' in held) return held;
    const record = assembleModule(file, readLexedScript(held), 'lexer');
    this.#modules.set(file, record);
    return record;
  }

  /** The modules that one names, whether its record has been made or not. */
  modulesNamedBy(file: string): NamedModules | undefined {
    const held = this.#modules.get(file);
    if (held === undefined) return undefined;
    return 'exports' in held ? modulesNamedInRecord(held) : modulesNamedIn(held);
  }

  delete(file: string): void {
    this.#modules.delete(file);
  }

  /** Reads a text with the lexer; false where that is in doubt. */
  lexText(file: string, text: string): boolean {
    const language = languageOf(file);
    if (language === 'ts' || language === 'tsx' || language === 'js') {
      const script = this.#lexer.lexText(file, text, language);
      const empty =
        script === undefined && isBinary(text) ? assembleModule(file, emptyRawModule(), 'lexer') : undefined;
      return this.#keep(file, script ?? empty);
    }
    const record = readModule(
      file,
      text,
      (part, dialect) => {
        const script = this.#lexer.lexText(file, part, dialect);
        return script && readLexedScript(script);
      },
      'lexer',
    );
    return this.#keep(file, record);
  }

  /** Reads a script with the lexer, from where `fill` puts its bytes; false where that is in doubt, or there are none. */
  lexBytes(file: string, fill: (lexer: Lexer) => number | undefined): boolean {
    const language = languageOf(file);
    if (language !== 'ts' && language !== 'tsx' && language !== 'js') return false;
    const length = fill(this.#lexer);
    if (length === undefined) return false;
    return this.#keep(file, this.#lexer.lexInput(file, length, language));
  }

  /** Reads a text with the full parser. */
  parse(ts: TypeScript, file: string, text: string): void {
    this.#keep(
      file,
      readModule(file, text, (part, dialect) => parseModule(ts, part, dialect), 'parser'),
    );
  }

  #keep(file: string, found: ModuleRecord | LexedScript | undefined): boolean {
    if (found !== undefined) this.#modules.set(file, found);
    return found !== undefined;
  }
}

function modulesNamedInRecord({ imports, starFrom, exports }: ModuleRecord): NamedModules {
  return {
    imports: imports.map(({ specifier }) => specifier),
    starFrom: starFrom.map(({ specifier }) => specifier),
    givesWhole: exports.some(({ name }) => name === 'export='),
  };
}
