import { mayHaveTypesInComments } from '../language/typed-comments.ts';
import { isDeclarationFile, type Dialect } from '../language/source-language.ts';
import {
  COMMONJS_EXPORT,
  CONST,
  DECLARATION,
  EVENT_MASK,
  EVENT_SIZE,
  KIND_MASK,
  LET,
  NAMES_ARE_NON_ASCII,
  TEXT_HAS_JSX,
  TEXT_IS_JAVASCRIPT,
  TEXT_REPORTS_DECLARATIONS,
  VAR,
  WHOLE,
} from './assembly/format.ts';
import * as reasons from './assembly/reasons.ts';
import { lexerBinary } from './lexer-binary.ts';
import type { LexedScript } from './lexed-script.ts';
import { SharedArena, separateArrays, type Int32Arena } from './int32-arena.ts';
import { nameReader } from './script-events.ts';

/** A compiled module. It can be instantiated several times. */
interface WasmModule {
  readonly wasmModule: never;
}

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The memory of an instance. `buffer` is replaced when the memory grows. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule) => WasmInstance;
}

/** The part of the WebAssembly API that the lexer uses. Node provides it, but TypeScript declares it only for the DOM. */
const { WebAssembly: webAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };

interface LexerExports {
  readonly memory: WasmMemory;
  input(): number;
  header(): number;
  reserve(length: number): void;
  lex(length: number, flags: number): number;
}

/** The reason for JSDoc types and imports in comments, which the lexer does not read. Added to those in reasons.ts. */
const TYPES_IN_COMMENTS = -1;
/** The reason for `const api = {…}; module.exports = api`: the lexer does not read the properties of the object. */
const EXPORTED_VARIABLE = -2;

/** Compiled once per thread. */
let compiled: WasmModule | undefined;

/** The lexer: one instance of the WebAssembly module. It reads one script at a time. */
export class Lexer {
  readonly #exports: LexerExports;
  readonly #input: number;
  readonly #header: number;
  readonly #encoder = new TextEncoder();
  /** Views of the memory of the lexer. They become empty when the memory grows. */
  #bytes: Buffer;
  #numbers: Int32Array;
  #capacity = 0;
  readonly #arena = new SharedArena();

  constructor() {
    compiled ??= new webAssembly.Module(lexerBinary());
    const instance = new webAssembly.Instance(compiled);
    this.#exports = instance.exports as unknown as LexerExports;
    this.#input = this.#exports.input();
    this.#header = this.#exports.header() >> 2;
    this.#bytes = Buffer.from(this.#exports.memory.buffer);
    this.#numbers = new Int32Array(this.#exports.memory.buffer);
  }

  #reason: number | undefined;

  /** Why the last script needs the full parser: a name in assembly/reasons.ts. `undefined` if the lexer read the script. */
  get parserReason(): string | undefined {
    if (this.#reason === undefined) return undefined;
    if (this.#reason === TYPES_IN_COMMENTS) return 'TYPES_IN_COMMENTS';
    if (this.#reason === EXPORTED_VARIABLE) return 'EXPORTED_VARIABLE';
    return Object.entries(reasons).find(([, reason]) => reason === this.#reason)?.[0] ?? 'unknown';
  }

  /** Reads a script. Returns `undefined` if only the full parser can read it. */
  lexText(file: string, text: string, dialect: Dialect): LexedScript | undefined {
    this.#reserve(text.length * 3);
    const { written } = this.#encoder.encodeInto(text, this.#bytes.subarray(this.#input));
    return this.#lex(file, written, dialect, separateArrays);
  }

  /** The memory of the lexer, with space for a text of `length` bytes from `inputStart` on. */
  input(length: number): Buffer {
    this.#reserve(length);
    return this.#bytes;
  }

  /** The offset of the text in `input`. */
  get inputStart(): number {
    return this.#input;
  }

  /** Reads a script of `length` bytes that was written to `input`. The events of these scripts share arrays. */
  lexInput(file: string, length: number, dialect: Dialect): LexedScript | undefined {
    return this.#lex(file, length, dialect, this.#arena);
  }

  #lex(file: string, length: number, dialect: Dialect, arena: Int32Arena): LexedScript | undefined {
    if (dialect === 'js' && mayHaveTypesInComments(this.#bytes.subarray(this.#input, this.#input + length))) {
      this.#reason = TYPES_IN_COMMENTS;
      return undefined;
    }
    const flags =
      (dialect === 'ts' ? 0 : TEXT_HAS_JSX) |
      (dialect === 'js' ? TEXT_IS_JAVASCRIPT : 0) |
      (isDeclarationFile(file) ? TEXT_REPORTS_DECLARATIONS : 0);
    const reason = this.#exports.lex(length, flags);
    this.#reason = reason === 0 ? undefined : reason;
    if (this.#bytes.length === 0) this.#refresh();
    if (reason !== 0) return undefined;
    const header = this.#header;
    const events = this.#numberAt(header) >> 2;
    const names = this.#numberAt(header + 2);
    const textFlags = this.#numberAt(header + 4);
    const end = names + this.#numberAt(header + 3);
    const count = this.#numberAt(header + 1) * EVENT_SIZE;
    const stored = arena.copy(this.#numbers, events, count);
    const script: LexedScript = {
      events: stored.numbers,
      start: stored.start,
      end: stored.start + count,
      names: this.#bytes.toString(textFlags & NAMES_ARE_NON_ASCII ? 'utf8' : 'latin1', names, end),
      flags: textFlags,
    };
    if (dialect !== 'js' || !exportsVariable(script)) return script;
    this.#reason = EXPORTED_VARIABLE;
    return undefined;
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

const VARIABLES: ReadonlySet<number> = new Set([CONST, LET, VAR]);

/** Whether a script exports a variable that it declares as the whole module: `module.exports = api`. */
function exportsVariable(script: LexedScript): boolean {
  const { events, start, end } = script;
  const numberAt = (at: number): number => events[at] ?? 0;
  const nameAt = nameReader(script);
  for (let at = start; at < end; at += EVENT_SIZE) {
    const tag = numberAt(at);
    if ((tag & EVENT_MASK) !== COMMONJS_EXPORT || (tag & WHOLE) === 0) continue;
    const local = nameAt(numberAt(at + 3), numberAt(at + 4));
    if (local === '') continue;
    for (let other = start; other < end; other += EVENT_SIZE) {
      const declaration = numberAt(other);
      if ((declaration & EVENT_MASK) !== DECLARATION) continue;
      if (!VARIABLES.has(declaration & KIND_MASK)) continue;
      if (nameAt(numberAt(other + 1), numberAt(other + 2)) === local) return true;
    }
  }
  return false;
}
