import { isDeclarationFile, type Dialect } from '../source-language.ts';
import { lexerBinary } from './lexer-binary.ts';

/**
 * What the lexer found in one script, as it left it: numbers, and the names that they point into. `LexedScript` reads
 * it; most scripts of a tree are never asked for, so this is what is kept.
 */
export interface LexedScript {
  /** Seven numbers an event: tag, offset and length of two names, line, column. */
  readonly events: Int32Array;
  readonly names: string;
  /** What was found out about the script as a whole. */
  readonly found: number;
}

interface LexerExports {
  readonly memory: WebAssembly.Memory;
  input(): number;
  header(): number;
  reserve(length: number): void;
  lex(length: number, flags: number): number;
}

const textHasJsx = 1;
const textIsJavaScript = 2;
const textKeepsDeclarations = 4;
const namesAreWide = 8;

/** Fills the lexer's input with a file's bytes, from an offset on; answers how many there were. */
export type FillInput = (input: Uint8Array) => number;

/** The lexer: one instance of the compiled module, reading one script after the other. */
export class Lexer {
  readonly #exports: LexerExports;
  readonly #input: number;
  readonly #header: number;
  #bytes: Buffer;

  constructor() {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(lexerBinary()));
    this.#exports = instance.exports as unknown as LexerExports;
    this.#input = this.#exports.input();
    this.#header = this.#exports.header();
    this.#bytes = Buffer.from(this.#exports.memory.buffer);
  }

  /** Reads a script; undefined where it must be read by the full parser. */
  lexText(file: string, text: string, dialect: Dialect): LexedScript | undefined {
    this.#reserve(text.length * 3);
    const { written } = new TextEncoder().encodeInto(text, this.#bytes.subarray(this.#input));
    return this.#lex(file, written, dialect);
  }

  /** Room for a text of so many bytes, where the next `lexInput` reads it. */
  input(length: number): Uint8Array {
    this.#reserve(length);
    return this.#bytes.subarray(this.#input, this.#input + length);
  }

  /** Reads the script of so many bytes that `input` was filled with. */
  lexInput(file: string, length: number, dialect: Dialect): LexedScript | undefined {
    return this.#lex(file, length, dialect);
  }

  /** Why the last script was left to the full parser; for the lexer's own tests. */
  doubt = 0;

  #reserve(length: number): void {
    this.#exports.reserve(length);
    this.#refresh();
  }

  /** Growing the memory leaves earlier views of it empty. */
  #refresh(): void {
    if (this.#bytes.length === 0 || this.#bytes.buffer !== this.#exports.memory.buffer) {
      this.#bytes = Buffer.from(this.#exports.memory.buffer);
    }
  }

  #lex(file: string, length: number, dialect: Dialect): LexedScript | undefined {
    const flags =
      (dialect === 'ts' ? 0 : textHasJsx) |
      (dialect === 'js' ? textIsJavaScript : 0) |
      (isDeclarationFile(file) ? textKeepsDeclarations : 0);
    this.doubt = this.#exports.lex(length, flags);
    this.#refresh();
    if (this.doubt !== 0) return undefined;
    const header = new Int32Array(this.#exports.memory.buffer, this.#header, 5);
    const [events = 0, count = 0, names = 0, nameBytes = 0, found = 0] = header;
    return {
      events: new Int32Array(this.#exports.memory.buffer, events, count * 7).slice(),
      names: this.#bytes.toString(found & namesAreWide ? 'utf8' : 'latin1', names, names + nameBytes),
      found,
    };
  }
}
