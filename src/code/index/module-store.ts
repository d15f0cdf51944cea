import { isStackOverflow } from '../../foundation/errors.ts';
import { languageOf } from '../language/source-language.ts';
import type { ModuleReader } from '../languages/interface/code-language.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import type { LexedScript } from '../lexer/lexed-script.ts';
import { Lexer } from '../lexer/lexer.ts';
import { readLexedScript } from '../lexer/read-lexed-script.ts';
import { readReferencedModules } from '../lexer/referenced-modules.ts';
import type { AmbientExtent } from '../modules/ambient-extent.ts';
import type { ModuleRecord, ReferencedModules } from '../modules/module-record.ts';
import { assembleModule, emptyRawModule } from '../modules/raw-module.ts';
import { isBinary, readModule } from '../modules/read-module.ts';
import { parseModule } from '../parser/parse-module.ts';
import { findAmbientExtent, type SearchedText } from './ambient-effects.ts';

/**
 * The modules of an index by path. The output of the lexer is stored unchanged and converted to a record on demand,
 * because most modules are never queried.
 */
export class ModuleStore {
  readonly #lexer = new Lexer();
  readonly #modules = new Map<string, ModuleRecord | LexedScript>();
  readonly #ambient = new Map<string, AmbientExtent>();
  /** The scripts whose text contains `throw`. */
  readonly #throwing = new Set<string>();

  get size(): number {
    return this.#modules.size;
  }

  files(): Iterable<string> {
    return this.#modules.keys();
  }

  get(file: string): ModuleRecord | undefined {
    const stored = this.#modules.get(file);
    if (stored === undefined || 'exports' in stored) return stored;
    const record = assembleModule(file, readLexedScript(stored), 'lexer');
    this.#modules.set(file, record);
    return record;
  }

  /** The modules that a file references. This method does not create the record of the file. */
  modulesReferencedBy(file: string): ReferencedModules | undefined {
    const stored = this.#modules.get(file);
    if (stored === undefined) return undefined;
    return 'exports' in stored ? modulesReferencedInRecord(stored) : readReferencedModules(stored);
  }

  /** The TypeScript files that may affect files that do not import them. All others certainly do not. */
  ambientFiles(): ReadonlyMap<string, AmbientExtent> {
    return this.#ambient;
  }

  /** Whether a statement of a script may throw. Otherwise no text has to be read to know that it can be loaded. */
  mayThrow(file: string): boolean {
    return this.#throwing.has(file);
  }

  delete(file: string): void {
    this.#modules.delete(file);
    this.#ambient.delete(file);
    this.#throwing.delete(file);
  }

  /** Takes over a module of another store, which was read from the same text. @returns false if the other store has none */
  adopt(file: string, from: ModuleStore): boolean {
    const traits = { ambient: from.#ambient.get(file), mayThrow: from.mayThrow(file) };
    return this.#store(file, from.#modules.get(file), traits);
  }

  /** Reads a text with the lexer. @returns false if the text needs the full parser */
  lexText(file: string, text: string): boolean {
    const language = languageOf(file);
    if (language === 'ts' || language === 'tsx' || language === 'js') {
      const script = this.#lexer.lexText(file, text, language);
      const emptyModule =
        script === undefined && isBinary(text) ? assembleModule(file, emptyRawModule(), 'lexer') : undefined;
      return this.#store(file, script ?? emptyModule, findTraits(file, script, text));
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
    return this.#store(file, record, NO_TRAITS);
  }

  /**
   * Reads a script with the lexer, from bytes that `fill` writes into the memory of the lexer.
   * @param fill returns the number of bytes, or `undefined` if the file cannot be read
   * @returns false if the file cannot be read, needs the full parser, or is a component file
   */
  lexBytes(file: string, fill: (lexer: Lexer) => number | undefined): boolean {
    const language = languageOf(file);
    if (language !== 'ts' && language !== 'tsx' && language !== 'js') return false;
    const length = fill(this.#lexer);
    if (length === undefined) return false;
    const script = this.#lexer.lexInput(file, length, language);
    const { inputStart } = this.#lexer;
    // Lexing can move the memory, so its view is read again.
    const bytes = this.#lexer.input(length).subarray(inputStart, inputStart + length);
    return this.#store(file, script, findTraits(file, script, bytes));
  }

  /** Reads a text of a language that the lexer does not read. */
  readWith(reader: ModuleReader, file: string, text: string): void {
    this.#store(file, reader.readModule(file, text), NO_TRAITS);
  }

  /** Reads a text with the full parser. */
  parse(ts: TypeScript, file: string, text: string): void {
    this.#store(file, parseRecord(ts, file, text), findTraits(file, undefined, text));
  }

  #store(file: string, entry: ModuleRecord | LexedScript | undefined, { ambient, mayThrow }: Traits): boolean {
    if (entry === undefined) return false;
    this.#modules.set(file, entry);
    if (ambient) this.#ambient.set(file, ambient);
    else this.#ambient.delete(file);
    if (mayThrow) this.#throwing.add(file);
    else this.#throwing.delete(file);
    return true;
  }
}

/** What is known of a text besides its module. */
interface Traits {
  readonly ambient: AmbientExtent | undefined;
  readonly mayThrow: boolean;
}

const NO_TRAITS: Traits = { ambient: undefined, mayThrow: false };

function findTraits(file: string, script: LexedScript | undefined, text: SearchedText): Traits {
  return { ambient: findAmbientExtent(file, script, text), mayThrow: text.includes('throw') };
}

function parseRecord(ts: TypeScript, file: string, text: string): ModuleRecord | undefined {
  try {
    return readModule(file, text, (part, dialect) => parseModule(ts, part, dialect), 'parser');
  } catch (thrown) {
    if (!isStackOverflow(thrown)) throw thrown;
    return { ...assembleModule(file, emptyRawModule(), 'parser'), isUnreadable: true };
  }
}

function modulesReferencedInRecord({ imports, starExports, exports }: ModuleRecord): ReferencedModules {
  return {
    imports: imports.flatMap(({ specifier, names }) => [
      specifier,
      ...names.flatMap(({ submodule }) => submodule ?? []),
    ]),
    starExports: starExports.map(({ specifier }) => specifier),
    hasExportAssignment: exports.some(({ name }) => name === 'export='),
  };
}
