import { identifierAt } from '../text/names.ts';
import type { TextPosition } from '../text/position-cursor.ts';
import { branchesOf, constantCondition, iterationOf, UNCONDITIONAL, type PythonBranch } from './branches.ts';
import type { ExportList } from './export-list.ts';
import { ExportListState } from './export-list-state.ts';
import { isImportAt } from './import-statement.ts';
import { LogicalLines } from './logical-lines.ts';
import { capturedNames } from './match-patterns.ts';
import { ModuleBindings, type Binding, type BindingKind, type ImportStatement } from './module-bindings.ts';
import { NamespaceChanges } from './namespace-changes.ts';
import { SimpleStatementReader } from './simple-statements.ts';
import { skipSpace, withoutStrings, type NameAt } from './statement-text.ts';

/** The top level of a module. */
export interface ModuleScope {
  /** The bindings of each name, in text order. Deleted names are left out. */
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly imports: readonly ImportStatement[];
  /** The last value of `__all__`; `undefined` if the module has none, and `computed` if it cannot be read from the text. */
  readonly exportList: ExportList | 'computed' | undefined;
  /** The names that functions declare as `global`, with the position of the statement. */
  readonly globals: ReadonlyMap<string, TextPosition>;
  /** The first statement that changes the namespace of the module by a computed name, such as `globals()[name] = value`. */
  readonly namespaceChange: TextPosition | undefined;
  positionOf(name: NameAt): TextPosition;
}

/**
 * Reads the top level of a module from its text, with the branches of its conditional statements. Nothing is parsed: a
 * statement is known by its first word, and the bodies of functions and classes are searched only for imports and `global`.
 *
 * @param isStub whether the text is a stub file, in which `a: int` declares a name
 */
export function readModuleScope(text: string, isStub: boolean): ModuleScope {
  const reader = new ScopeReader(text, isStub);
  reader.read();
  return reader;
}

/** A statement with a body. */
interface Block {
  readonly indentation: number;
  /** The branch of the statements in the body; `undefined` if they bind nothing in the module. */
  branch: PythonBranch | undefined;
  /** The branch of `elif` and `else`; `undefined` if they never run. */
  readonly rest: PythonBranch | undefined;
  /** Whether the body consists of the cases of a `match`. */
  readonly hasCases: boolean;
  /** Whether it belongs to a `try` whose body certainly raises nothing, as far as it was read. */
  isSafe: boolean;
  /** Whether it is a body whose statements decide that. */
  isTry: boolean;
  /** Whether it is the body of a loop, which `break` and `continue` end. */
  isLoop: boolean;
}

const GLOBAL = /global[ \t\\]+([\w, \t\\]+)/y;
const SPACES = /[ \t\f]*/y;
/** Statements that raise nothing: imports of modules that every Python has. */
const SAFE =
  /^(?:pass|import (?:abc|argparse|ast|base64|bisect|collections|contextlib|copy|csv|dataclasses|datetime|decimal|enum|functools|gc|hashlib|heapq|importlib|inspect|io|itertools|json|keyword|logging|math|operator|os|pathlib|pickle|pprint|queue|random|re|shutil|signal|string|struct|subprocess|sys|tempfile|textwrap|threading|time|traceback|types|typing|unittest|urllib|uuid|warnings|weakref)(?: as \w+)?)(?:\s*#.*)?$/;
/** A statement that ends an iteration, also in the line of its condition. */
const JUMP = /(?:^|[:;])\s*(?:break|continue)\b/;
const OVERLOAD = /^@\s*(?:[\w.]+\.)?overload\s*(?:#.*)?$/;
const LETTER_F = 102;
const LETTER_G = 103;
const LETTER_I = 105;

class ScopeReader implements ModuleScope {
  readonly globals = new Map<string, TextPosition>();
  namespaceChange: TextPosition | undefined;
  readonly #bindings: ModuleBindings;
  readonly #exportList: ExportListState;
  readonly #statements: SimpleStatementReader;
  readonly #text: string;
  readonly #lines: LogicalLines;
  readonly #blocks: Block[] = [];
  #isOverload = false;

  constructor(text: string, isStub: boolean) {
    this.#text = text;
    this.#lines = new LogicalLines(text);
    const positionAt = (offset: number): TextPosition => this.#lines.positionAt(offset);
    this.#bindings = new ModuleBindings(text, isStub, positionAt);
    this.#exportList = new ExportListState(text, positionAt);
    const found = { bindings: this.#bindings, exportList: this.#exportList };
    this.#statements = new SimpleStatementReader(text, isStub, this.#lines, found);
  }

  get bindings(): ReadonlyMap<string, readonly Binding[]> {
    return this.#bindings.byName;
  }

  get imports(): readonly ImportStatement[] {
    return this.#bindings.imports;
  }

  get exportList(): ExportList | 'computed' | undefined {
    return this.#exportList.value;
  }

  read(): void {
    const lines = this.#lines;
    const blocks = this.#blocks;
    const changes = new NamespaceChanges(this.#text);
    while (!this.#statements.isAborted && lines.next()) {
      let closed: Block | undefined;
      while (lines.indentation <= (blocks.at(-1)?.indentation ?? -1)) closed = blocks.pop();
      const isSafe = SAFE.test(this.#text.slice(lines.start, lines.end).trim());
      if (!isSafe) for (const block of blocks) block.isSafe &&= !block.isTry;
      if (JUMP.test(this.#text.slice(lines.start, lines.end))) this.#endCertainty();
      const outer = blocks.at(-1);
      const branch = outer === undefined ? UNCONDITIONAL : outer.branch;
      if (changes.isChange(() => withoutStrings(this.#text, lines.start, lines.end))) {
        this.namespaceChange ??= lines.positionAt(lines.start);
      }
      if (branch === undefined) this.#readNested();
      else this.#readLine(branch, closed?.indentation === lines.indentation ? closed : undefined);
    }
  }

  positionOf(name: NameAt): TextPosition {
    return this.#exportList.positionOf(name);
  }

  /** Says that the rest of the loop around the line may not run. */
  #endCertainty(): void {
    const loop = this.#blocks.findLastIndex(({ isLoop }) => isLoop);
    for (const block of this.#blocks.slice(Math.max(0, loop))) {
      block.branch = block.branch && { ...block.branch, isConditional: true };
    }
  }

  /** Searches a line that binds nothing in the module for imports and `global`. */
  #readNested(): void {
    const { start, end, marks } = this.#lines;
    this.#readNestedStatement(start, end);
    for (const mark of marks) this.#readNestedStatement(mark + 1, end);
  }

  #readNestedStatement(from: number, end: number): void {
    const text = this.#text;
    SPACES.lastIndex = from;
    SPACES.test(text);
    const start = SPACES.lastIndex;
    const first = text.charCodeAt(start);
    if (first === LETTER_I || first === LETTER_F) {
      if (isImportAt(text, start))
        this.#bindings.addImports(start, this.#statementEnd(start, end), UNCONDITIONAL, true);
    } else if (first === LETTER_G) {
      GLOBAL.lastIndex = start;
      const names = GLOBAL.exec(text)?.[1];
      const position = this.#lines.positionAt(start);
      for (const [name] of names?.matchAll(/\w+/g) ?? []) this.globals.set(name, position);
    }
  }

  /** The end of the simple statement at an offset: the next `;`, or the end of the line. */
  #statementEnd(start: number, end: number): number {
    return this.#lines.marks.find((mark) => mark > start && this.#text.charAt(mark) === ';') ?? end;
  }

  /** @param closed the statement that ends before this line, which can be one of its clauses */
  #readLine(branch: PythonBranch, closed: Block | undefined): void {
    const rest = closed?.isSafe === true ? branch : closed?.rest;
    const { start, end, indentation } = this.#lines;
    const text = this.#text;
    if (text.charAt(start) === '@') {
      if (OVERLOAD.test(text.slice(start, end))) this.#isOverload = true;
      this.#statements.readNamedExpressions(start, end, branch);
      return;
    }
    const word = identifierAt(text, start);
    const after = word === undefined ? start : skipSpace(text, start + word.length);
    const colon = this.#headerColon();
    switch (word) {
      case 'async': {
        // The word after it decides.
        const inner = identifierAt(text, after);
        if (inner === 'def') this.#readDefinition('function', after + inner.length, branch);
        return;
      }
      case 'def':
      case 'class':
        if (identifierAt(text, after) === undefined) break;
        this.#readDefinition(word === 'class' ? 'class' : 'function', after, branch);
        return;
      case 'if':
      case 'elif': {
        const outer = word === 'if' ? branch : rest;
        this.#readCondition(after, colon ?? end, outer);
        return;
      }
      case 'else':
        this.#open(indentation, rest, undefined, colon);
        return;
      case 'except':
        if (closed?.isSafe === true) {
          this.#open(indentation, undefined, branch, colon);
          this.#markSafe(true, false);
          return;
        }
        this.#readCompound(word, after, colon ?? end, branch);
        return;
      case 'while':
      case 'for':
      case 'try':
      case 'finally':
      case 'with':
        this.#readCompound(word, after, colon ?? end, branch);
        return;
      case 'match':
        if (colon === undefined || !isMatchStatement(text, after, colon, end)) break;
        this.#readCompound(word, after, colon, branch);
        return;
      case 'case':
        if (colon === undefined || this.#blocks.at(-1)?.hasCases !== true) break;
        this.#readCompound(word, after, colon, branch);
        return;
      default:
    }
    this.#statements.read(start, branch, this.#blocks.length === 0);
  }

  /** The first `:` outside brackets; `undefined` if there is none. */
  #headerColon(): number | undefined {
    return this.#lines.marks.find((mark) => this.#text.charAt(mark) === ':');
  }

  /** Begins a body, and reads the statements that follow the `:` in the same line. */
  #open(
    indentation: number,
    branch: PythonBranch | undefined,
    rest: PythonBranch | undefined,
    colon: number | undefined,
    hasCases = false,
  ): void {
    this.#blocks.push({ indentation, branch, rest, hasCases, isSafe: false, isTry: false, isLoop: false });
    if (colon === undefined) return;
    const { end, marks } = this.#lines;
    if (skipSpace(this.#text, colon + 1) >= end) return;
    if (branch !== undefined) this.#statements.read(colon + 1, branch, false);
    else for (const mark of marks) if (mark >= colon) this.#readNestedStatement(mark + 1, end);
  }

  #readDefinition(kind: BindingKind, from: number, branch: PythonBranch): void {
    const { indentation } = this.#lines;
    const offset = skipSpace(this.#text, from);
    const name = identifierAt(this.#text, offset);
    const isOverload = this.#isOverload;
    this.#isOverload = false;
    const colon = this.#headerColon();
    this.#statements.readNamedExpressions(offset, colon ?? this.#lines.end, branch);
    if (name !== undefined) this.#bindings.bind({ name, offset }, kind, branch, isOverload ? { isOverload } : {});
    this.#open(indentation, undefined, undefined, colon);
  }

  #readCondition(from: number, to: number, outer: PythonBranch | undefined): void {
    const { indentation } = this.#lines;
    if (outer === undefined) {
      this.#open(indentation, undefined, undefined, to);
      return;
    }
    this.#statements.readNamedExpressions(from, to, outer);
    const { body, rest } = branchesOf(this.#text.slice(from, to), outer);
    this.#open(indentation, body, rest, to);
  }

  #readCompound(word: string, from: number, to: number, branch: PythonBranch): void {
    const { indentation } = this.#lines;
    const conditional = { ...branch, isConditional: true };
    if (word === 'for') {
      const targets = /\sin\b/.exec(withoutStrings(this.#text, from, to));
      if (targets !== null) this.#statements.bindTargets(from, from + targets.index, branch);
    } else if (word === 'with') this.#bindContexts(from, to, branch);
    else if (word === 'case') {
      for (const name of capturedNames(this.#text, from, to)) this.#bindings.bind(name, 'variable', conditional);
    }
    this.#statements.readNamedExpressions(from, to, branch);
    if (word === 'while' || word === 'for') {
      this.#openLoop(word, this.#text.slice(from, to), branch, to);
      return;
    }
    const isCertain = word === 'try' || word === 'finally' || word === 'with';
    this.#open(indentation, isCertain ? branch : conditional, conditional, to, word === 'match');
    const inLine = this.#text.slice(to + 1, this.#lines.end).trim();
    if (word === 'try') this.#markSafe(inLine === '' || SAFE.test(inLine), true);
  }

  /** Begins the body of a loop. It runs if the values are literals; what follows a `break` or `continue` in it may not. */
  #openLoop(word: 'while' | 'for', header: string, branch: PythonBranch, colon: number): void {
    const conditional = { ...branch, isConditional: true };
    const iterated = word === 'for' ? (/\sin\b([^]*)$/.exec(header)?.[1] ?? '') : undefined;
    const runs = iterated === undefined ? constantCondition(header) : iterationOf(iterated);
    const isEntered = runs === true && !JUMP.test(this.#text.slice(colon, this.#lines.end));
    const body = isEntered ? branch : conditional;
    this.#open(
      this.#lines.indentation,
      runs === false ? undefined : body,
      runs === false ? branch : conditional,
      colon,
    );
    const block = this.#blocks.at(-1);
    if (block !== undefined) block.isLoop = true;
  }

  /** Says of the block that was opened last that it belongs to a `try` that raises nothing, and whether it is its body. */
  #markSafe(isSafe: boolean, isTry: boolean): void {
    const block = this.#blocks.at(-1);
    if (block !== undefined) Object.assign(block, { isSafe, isTry });
  }

  /** `with a() as b, c() as (d, e):` */
  #bindContexts(from: number, to: number, branch: PythonBranch): void {
    for (const { index } of withoutStrings(this.#text, from, to).matchAll(/\bas\b/g)) {
      const target = skipSpace(this.#text, from + index + 2);
      const rest = withoutStrings(this.#text, target, to);
      const end = /^[([]/.test(rest)
        ? (/[)\]]/.exec(rest)?.index ?? rest.length - 1) + 1
        : /^[^,)]*/.exec(rest)?.[0].length;
      this.#statements.bindTargets(target, target + (end ?? 0), branch);
    }
  }
}

/** Whether `match` begins a statement and is no name, as in `match = 1` and `match[0]: int = 1`. */
function isMatchStatement(text: string, after: number, colon: number, end: number): boolean {
  const next = text.charAt(after);
  return after < colon && !/[=.,)\]:;]/.test(next) && (next !== '[' || skipSpace(text, colon + 1) >= end);
}
