import { mayTypeInComments } from '../comment-signs.ts';
import { isDeclarationFile, type Dialect } from '../source-language.ts';
import { lexerBinary } from './lexer-binary.ts';
import { LongShelf, singleShelf, type NumberShelf } from './number-shelf.ts';

/**
 * What the lexer found in one script, as it left it: numbers, and the names that they point into. `LexedScript` reads
 * it; most scripts of a tree are never asked for, so this is what is kept.
 */
export interface LexedScript {
  /** Seven numbers an event: tag, offset and length of two names, line, column. Scripts share arrays. */
  readonly events: Int32Array;
  /** Where in `events` the script's own start and end. */
  readonly start: number;
  readonly end: number;
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

/** A doubt of ours: what the comments of a JavaScript file say is not for the lexer. */
const typesInComments = 255;

/** Compiled once a thread: it never changes. */
let compiled: WebAssembly.Module | undefined;

/** The lexer: one instance of the compiled module, reading one script after the other. */
export class Lexer {
  readonly #exports: LexerExports;
  readonly #input: number;
  readonly #header: number;
  readonly #encoder = new TextEncoder();
  /** The lexer's memory, as bytes and as numbers; growing it leaves earlier views empty. */
  #bytes: Buffer;
  #numbers: Int32Array;
  #capacity = 0;
  readonly #longShelf = new LongShelf();

  constructor() {
    compiled ??= new WebAssembly.Module(lexerBinary());
    const instance = new WebAssembly.Instance(compiled);
    this.#exports = instance.exports as unknown as LexerExports;
    this.#input = this.#exports.input();
    this.#header = this.#exports.header() >> 2;
    this.#bytes = Buffer.from(this.#exports.memory.buffer);
    this.#numbers = new Int32Array(this.#exports.memory.buffer);
  }

  /** Why the last script was left to the full parser, as the sources in assembly/ number it; 0: it was not. */
  doubt = 0;

  /** Reads a script; undefined where it must be read by the full parser. */
  lexText(file: string, text: string, dialect: Dialect): LexedScript | undefined {
    this.#reserve(text.length * 3);
    const { written } = this.#encoder.encodeInto(text, this.#bytes.subarray(this.#input));
    return this.#lex(file, written, dialect, singleShelf);
  }

  /** The lexer's memory, with room for a text of so many bytes from `inputStart` on. */
  input(length: number): Buffer {
    this.#reserve(length);
    return this.#bytes;
  }

  /** Where in `input` a text is to be written. */
  get inputStart(): number {
    return this.#input;
  }

  /** Reads the script of so many bytes that was written to `input`: one of very many, which are kept together. */
  lexInput(file: string, length: number, dialect: Dialect): LexedScript | undefined {
    return this.#lex(file, length, dialect, this.#longShelf);
  }

  #lex(file: string, length: number, dialect: Dialect, shelf: NumberShelf): LexedScript | undefined {
    if (dialect === 'js' && mayTypeInComments(this.#bytes.subarray(this.#input, this.#input + length))) {
      this.doubt = typesInComments;
      return undefined;
    }
    const flags =
      (dialect === 'ts' ? 0 : textHasJsx) |
      (dialect === 'js' ? textIsJavaScript : 0) |
      (isDeclarationFile(file) ? textKeepsDeclarations : 0);
    this.doubt = this.#exports.lex(length, flags);
    if (this.#bytes.length === 0) this.#refresh();
    if (this.doubt !== 0) return undefined;
    const header = this.#header;
    const events = this.#numberAt(header) >> 2;
    const names = this.#numberAt(header + 2);
    const found = this.#numberAt(header + 4);
    const end = names + this.#numberAt(header + 3);
    const count = this.#numberAt(header + 1) * 7;
    const kept = shelf.keep(this.#numbers, events, count);
    return {
      events: kept.numbers,
      start: kept.start,
      end: kept.start + count,
      names: this.#bytes.toString(found & namesAreWide ? 'utf8' : 'latin1', names, end),
      found,
    };
  }

  #numberAt(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  #reserve(length: number): void {
    if (length <= this.#capacity) return;
    this.#exports.reserve(length);
    this.#capacity = length;
    this.#refresh();
  }

  #refresh(): void {
    this.#bytes = Buffer.from(this.#exports.memory.buffer);
    this.#numbers = new Int32Array(this.#exports.memory.buffer);
  }
}
