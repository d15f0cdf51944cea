import { identifierAt } from '../text/names.ts';
import type { TextPosition } from '../text/position-cursor.ts';
import { branchesOf, UNCONDITIONAL, type Branch } from './branches.ts';
import type { ExportList } from './export-list.ts';
import { ExportListState } from './export-list-state.ts';
import { readImportStatement } from './import-statement.ts';
import { LogicalLines } from './logical-lines.ts';
import { capturedNames } from './match-patterns.ts';
import { NamespaceChanges } from './namespace-changes.ts';
import { skipSpace, targetNames, withoutStrings, type NameAt } from './statement-text.ts';

/** What binds a name at the top level of a module. */
export type BindingKind = 'function' | 'class' | 'type' | 'variable' | 'import';

/** One binding of a name at the top level of a module. */
export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly line: number;
  readonly column: number;
  /** Whether it is in a branch that may not run, such as `except ImportError`. */
  readonly isConditional: boolean;
  /** Whether it is in a branch for type checkers, so that the name does not exist at run time. */
  readonly isTypeOnly: boolean;
  /** The offsets of the assigned value of a variable. */
  readonly value?: readonly [from: number, to: number];
  /** For a function, whether it is an overload signature without an implementation. */
  readonly isOverload?: boolean;
  readonly imported?: ImportedBinding;
}

/** The module and the name that an import binds. */
export interface ImportedBinding {
  readonly specifier: string;
  /** `*` for the module itself. */
  readonly name: string;
  /** The module that the name is if `specifier` is a package that does not define it. */
  readonly submodule?: string;
  /** Whether the import is written as `from m import a as a`, which marks a re-export. */
  readonly isMarkedReexport: boolean;
}

/** One import statement, at the top level or deeper. */
export interface ImportStatement {
  readonly specifier: string;
  readonly bindings: readonly Binding[];
  readonly isStar: boolean;
  /** The name that `import a.b` binds, if the module is reached through it. */
  readonly pathFrom?: string;
  /** Whether it is in a function or a class, or in a branch that no import runs. */
  readonly isNested: boolean;
  readonly line: number;
  readonly column: number;
}

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
  readonly branch: Branch | undefined;
  /** The branch of `elif` and `else`; `undefined` if they never run. */
  readonly rest: Branch | undefined;
  /** Whether the body consists of the cases of a `match`. */
  readonly hasCases: boolean;
}

const IMPORT = /(?:import|from)(?=[ \t\\.])/y;
const GLOBAL = /global[ \t\\]+([\w, \t\\]+)/y;
const SPACES = /[ \t\f]*/y;
const OVERLOAD = /^@\s*(?:[\w.]+\.)?overload\s*(?:#.*)?$/;
const ALL_ITEM = /^__all__\s*\[/;
const LETTER_F = 102;
const LETTER_G = 103;
const LETTER_I = 105;

class ScopeReader implements ModuleScope {
  readonly bindings = new Map<string, Binding[]>();
  readonly imports: ImportStatement[] = [];
  readonly globals = new Map<string, TextPosition>();
  namespaceChange: TextPosition | undefined;
  readonly #exportList: ExportListState;
  readonly #text: string;
  readonly #isStub: boolean;
  readonly #lines: LogicalLines;
  readonly #blocks: Block[] = [];
  #isOverload = false;
  /** Whether the module certainly raises an exception, so that it cannot be imported. */
  #isAborted = false;

  constructor(text: string, isStub: boolean) {
    this.#text = text;
    this.#isStub = isStub;
    this.#lines = new LogicalLines(text);
    this.#exportList = new ExportListState(text, (offset) => this.#lines.positionAt(offset));
  }

  get exportList(): ExportList | 'computed' | undefined {
    return this.#exportList.value;
  }

  read(): void {
    const lines = this.#lines;
    const blocks = this.#blocks;
    const changes = new NamespaceChanges(this.#text);
    while (!this.#isAborted && lines.next()) {
      let closed: Block | undefined;
      while (lines.indentation <= (blocks.at(-1)?.indentation ?? -1)) closed = blocks.pop();
      const outer = blocks.at(-1);
      const branch = outer === undefined ? UNCONDITIONAL : outer.branch;
      if (changes.isChange(() => withoutStrings(this.#text, lines.start, lines.end))) {
        this.namespaceChange ??= lines.positionAt(lines.start);
      }
      if (branch === undefined) this.#readNested();
      else this.#readLine(branch, closed?.indentation === lines.indentation ? closed.rest : undefined);
    }
  }

  positionOf(name: NameAt): TextPosition {
    return this.#exportList.positionOf(name);
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
      if (matchesAt(IMPORT, text, start)) this.#addImports(start, this.#statementEnd(start, end), UNCONDITIONAL, true);
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

  /** @param rest the branch of a clause that continues the statement before this line */
  #readLine(branch: Branch, rest: Branch | undefined): void {
    const { start, end, indentation } = this.#lines;
    const text = this.#text;
    if (text.charAt(start) === '@') {
      if (OVERLOAD.test(text.slice(start, end))) this.#isOverload = true;
      this.#readNamedExpressions(start, end, branch);
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
      case 'while':
      case 'for':
      case 'except':
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
    this.#readSimpleStatements(start, branch);
  }

  /** The first `:` outside brackets; `undefined` if there is none. */
  #headerColon(): number | undefined {
    return this.#lines.marks.find((mark) => this.#text.charAt(mark) === ':');
  }

  /** Begins a body, and reads the statements that follow the `:` in the same line. */
  #open(
    indentation: number,
    branch: Branch | undefined,
    rest: Branch | undefined,
    colon: number | undefined,
    hasCases = false,
  ): void {
    this.#blocks.push({ indentation, branch, rest, hasCases });
    if (colon === undefined) return;
    const { end, marks } = this.#lines;
    if (skipSpace(this.#text, colon + 1) >= end) return;
    if (branch !== undefined) this.#readSimpleStatements(colon + 1, branch);
    else for (const mark of marks) if (mark >= colon) this.#readNestedStatement(mark + 1, end);
  }

  #readDefinition(kind: BindingKind, from: number, branch: Branch): void {
    const { indentation } = this.#lines;
    const offset = skipSpace(this.#text, from);
    const name = identifierAt(this.#text, offset);
    const isOverload = this.#isOverload;
    this.#isOverload = false;
    const colon = this.#headerColon();
    this.#readNamedExpressions(offset, colon ?? this.#lines.end, branch);
    if (name !== undefined) this.#bind({ name, offset }, kind, branch, isOverload ? { isOverload } : {});
    this.#open(indentation, undefined, undefined, colon);
  }

  #readCondition(from: number, to: number, outer: Branch | undefined): void {
    const { indentation } = this.#lines;
    if (outer === undefined) {
      this.#open(indentation, undefined, undefined, to);
      return;
    }
    this.#readNamedExpressions(from, to, outer);
    const { body, rest } = branchesOf(this.#text.slice(from, to), outer);
    this.#open(indentation, body, rest, to);
  }

  #readCompound(word: string, from: number, to: number, branch: Branch): void {
    const { indentation } = this.#lines;
    const conditional = { ...branch, isConditional: true };
    if (word === 'for') {
      const targets = /\sin\b/.exec(withoutStrings(this.#text, from, to));
      if (targets !== null) this.#bindTargets(from, from + targets.index, 'variable', branch);
    } else if (word === 'with') this.#bindContexts(from, to, branch);
    else if (word === 'case') {
      for (const name of capturedNames(this.#text, from, to)) this.#bind(name, 'variable', conditional);
    }
    this.#readNamedExpressions(from, to, branch);
    const isCertain = word === 'try' || word === 'finally' || word === 'with';
    const loop = word === 'while' ? branchesOf(this.#text.slice(from, to), branch) : undefined;
    const body = isCertain ? branch : loop === undefined ? conditional : loop.body && conditional;
    this.#open(indentation, body, conditional, to, word === 'match');
  }

  /** `with a() as b, c() as (d, e):` */
  #bindContexts(from: number, to: number, branch: Branch): void {
    for (const { index } of withoutStrings(this.#text, from, to).matchAll(/\bas\b/g)) {
      const target = skipSpace(this.#text, from + index + 2);
      const rest = withoutStrings(this.#text, target, to);
      const end = /^[([]/.test(rest)
        ? (/[)\]]/.exec(rest)?.index ?? rest.length - 1) + 1
        : /^[^,)]*/.exec(rest)?.[0].length;
      this.#bindTargets(target, target + (end ?? 0), 'variable', branch);
    }
  }

  #readSimpleStatements(from: number, branch: Branch): void {
    const { end, marks } = this.#lines;
    let start = from;
    for (const mark of marks) {
      if (mark < start || this.#text.charAt(mark) !== ';') continue;
      this.#readSimpleStatement(start, mark, branch);
      start = mark + 1;
    }
    this.#readSimpleStatement(start, end, branch);
  }

  #readSimpleStatement(from: number, to: number, branch: Branch): void {
    const text = this.#text;
    const start = skipSpace(text, from);
    if (start >= to) return;
    const word = identifierAt(text, start);
    const after = word === undefined ? start : skipSpace(text, start + word.length);
    if ((word === 'import' || word === 'from') && matchesAt(IMPORT, text, start)) {
      this.#addImports(start, to, branch, false);
      return;
    }
    if (word === 'del' && !branch.isConditional) {
      for (const { name } of targetNames(text, after, to) ?? []) {
        this.bindings.delete(name);
        if (name === '__all__') this.#exportList.value = undefined;
      }
      if (ALL_ITEM.test(text.slice(after, to))) this.#exportList.value = 'computed';
      return;
    }
    if (word === 'raise' && this.#blocks.length === 0) {
      this.bindings.clear();
      this.#isAborted = true;
      return;
    }
    if (word === 'type' && identifierAt(text, after) !== undefined) {
      const name = { name: identifierAt(text, after) ?? '', offset: after };
      const next = text.charAt(skipSpace(text, after + name.name.length));
      if (next === '=' || next === '[') {
        this.#bind(name, 'type', branch);
        return;
      }
    }
    this.#readExpression(start, to, branch);
  }

  #readExpression(from: number, to: number, branch: Branch): void {
    const text = this.#text;
    const marks = this.#lines.marks.filter((mark) => mark >= from && mark < to && text.charAt(mark) !== ';');
    const equals = marks.filter((mark) => text.charAt(mark) === '=');
    const [first] = equals;
    const annotation = marks.find((mark) => text.charAt(mark) === ':' && mark < (first ?? to));
    if (first === undefined) {
      // `a: int` binds nothing at run time.
      if (annotation !== undefined && this.#isStub) this.#bindTargets(from, annotation, 'variable', branch);
      else if (text.startsWith('__all__', from)) this.#exportList.call(from, to);
    } else if (annotation === undefined && /[-+*/%@&|^<>]/.test(text.charAt(first - 1))) {
      if (identifierAt(text, from) === '__all__' && text.charAt(first - 1) === '+')
        this.#exportList.extend(first + 1, to);
    } else this.#readAssignment(from, to, equals, annotation, branch);
    this.#readNamedExpressions(from, to, branch);
  }

  #readAssignment(
    from: number,
    to: number,
    equals: readonly number[],
    annotation: number | undefined,
    branch: Branch,
  ): void {
    if (this.#text.startsWith('__all__', from) && ALL_ITEM.test(this.#text.slice(from, to))) {
      this.#exportList.value = 'computed';
    }
    const targets: (readonly NameAt[])[] = [];
    let start = from;
    for (const mark of equals) {
      const names = targetNames(this.#text, start, start === from ? (annotation ?? mark) : mark);
      // The default of a parameter of a lambda.
      if (names === undefined) break;
      targets.push(names);
      start = mark + 1;
    }
    for (const names of targets) {
      const isSingle = names.length === 1;
      for (const name of names) {
        if (name.name === '__all__') this.#exportList.assign(start, to);
        this.#bind(name, 'variable', branch, isSingle ? { value: [start, to] } : {});
      }
    }
  }

  /** `(name := value)` binds a name of the module, also in a comprehension, but not in a `lambda`. */
  #readNamedExpressions(from: number, to: number, branch: Branch): void {
    if (!this.#lines.hasNamedExpression) return;
    const text = withoutStrings(this.#text, from, to);
    for (const { 0: found, index } of text.matchAll(/[\p{ID_Start}_][\p{ID_Continue}]*(?=\s*:=)/gu)) {
      if (/\blambda\b[^:]*:[^,\])}]*$/.test(text.slice(0, index))) continue;
      this.#bind({ name: found, offset: from + index }, 'variable', branch);
    }
  }

  #bindTargets(from: number, to: number, kind: BindingKind, branch: Branch): void {
    for (const name of targetNames(this.#text, from, to) ?? []) this.#bind(name, kind, branch);
  }

  #bind({ name, offset }: NameAt, kind: BindingKind, branch: Branch, more: Partial<Binding> = {}): void {
    this.#add({ name, kind, ...this.#lines.positionAt(offset), ...branch, ...more });
  }

  #add(binding: Binding): void {
    const known = this.bindings.get(binding.name);
    if (known === undefined) this.bindings.set(binding.name, [binding]);
    else known.push(binding);
  }

  /** Adds the modules of an import statement: one entry for each. */
  #addImports(from: number, to: number, branch: Branch, isNested: boolean): void {
    const position = this.#lines.positionAt(from);
    for (const { specifier, names, isStar, module } of readImportStatement(this.#text, from, to)) {
      const own = { specifier, isStar, isNested, ...position };
      if (module === undefined) {
        const bindings = names.map(({ imported, alias }) => {
          const submodule = specifier.endsWith('.') ? specifier + imported.name : `${specifier}.${imported.name}`;
          const isMarkedReexport = alias?.name === imported.name;
          const origin = { specifier, name: imported.name, submodule, isMarkedReexport };
          return this.#importBinding(alias ?? imported, origin, branch);
        });
        this.#addImport({ ...own, bindings });
        continue;
      }
      const { outermost, alias } = module;
      const bound = alias === undefined ? outermost.name : specifier;
      const isMarkedReexport = this.#isStub && alias?.name === specifier;
      const binding = this.#importBinding(
        alias ?? outermost,
        { specifier: bound, name: '*', isMarkedReexport },
        branch,
      );
      this.#addImport({ ...own, specifier: bound, bindings: [binding] });
      // `import a.b` binds `a` and loads `a.b`.
      if (bound !== specifier) this.#addImport({ ...own, bindings: [], pathFrom: bound });
    }
  }

  #addImport(statement: ImportStatement): void {
    this.imports.push(statement);
    if (!statement.isNested) for (const binding of statement.bindings) this.#add(binding);
  }

  #importBinding({ name, offset }: NameAt, imported: ImportedBinding, branch: Branch): Binding {
    return { name, kind: 'import', ...this.#lines.positionAt(offset), ...branch, imported };
  }
}

/** Whether `match` begins a statement and is no name, as in `match = 1` and `match[0]: int = 1`. */
function isMatchStatement(text: string, after: number, colon: number, end: number): boolean {
  const next = text.charAt(after);
  return after < colon && !/[=.,)\]:;]/.test(next) && (next !== '[' || skipSpace(text, colon + 1) >= end);
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
