import { identifierAt } from '../text/names.ts';
import type { PythonBranch } from './branches.ts';
import type { ExportListState } from './export-list-state.ts';
import { isImportAt } from './import-statement.ts';
import type { LogicalLines } from './logical-lines.ts';
import type { ModuleBindings } from './module-bindings.ts';
import { deletedNames } from './namespace-changes.ts';
import { skipSpace, targetNames, withoutStrings, type NameAt } from './statement-text.ts';

/** Where the start of a `lambda` is searched before `:=` in its body. */
const MAX_LAMBDA = 1_000;

const ALL_ITEM = /^__all__\s*\[/;

/** Reads the statements of a module that have no body, and the assignments inside other statements. */
export class SimpleStatementReader {
  /** Whether the module certainly raises an exception, so that it cannot be imported. */
  isAborted = false;
  readonly #text: string;
  readonly #isStub: boolean;
  readonly #lines: LogicalLines;
  readonly #bindings: ModuleBindings;
  readonly #exportList: ExportListState;

  /** @param lines the lines of the text, at the line that is read */
  constructor(
    text: string,
    isStub: boolean,
    lines: LogicalLines,
    { bindings, exportList }: { readonly bindings: ModuleBindings; readonly exportList: ExportListState },
  ) {
    this.#text = text;
    this.#isStub = isStub;
    this.#lines = lines;
    this.#bindings = bindings;
    this.#exportList = exportList;
  }

  /**
   * Reads the statements from an offset to the end of the line.
   *
   * @param isOutermost whether the line is in no block, so that a `raise` in it keeps the module from being imported
   */
  read(from: number, branch: PythonBranch, isOutermost: boolean): void {
    const { end, marks } = this.#lines;
    let start = from;
    for (const mark of marks) {
      if (mark < start || this.#text.charAt(mark) !== ';') continue;
      this.#readOne(start, mark, branch, isOutermost);
      start = mark + 1;
    }
    this.#readOne(start, end, branch, isOutermost);
  }

  #readOne(from: number, to: number, branch: PythonBranch, isOutermost: boolean): void {
    const text = this.#text;
    const start = skipSpace(text, from);
    if (start >= to) return;
    const word = identifierAt(text, start);
    const after = word === undefined ? start : skipSpace(text, start + word.length);
    if ((word === 'import' || word === 'from') && isImportAt(text, start)) {
      this.#bindings.addImports(start, to, branch, false);
      return;
    }
    if (!branch.isConditional) {
      for (const name of deletedNames(text.slice(start, to))) this.#delete(name);
      if (word === 'del') {
        if (ALL_ITEM.test(text.slice(after, to))) this.#exportList.value = 'computed';
        return;
      }
    }
    if (word === 'raise' && isOutermost) {
      this.#bindings.byName.clear();
      this.isAborted = true;
      return;
    }
    if (word === 'type' && identifierAt(text, after) !== undefined) {
      const name = { name: identifierAt(text, after) ?? '', offset: after };
      const next = text.charAt(skipSpace(text, after + name.name.length));
      if (next === '=' || next === '[') {
        this.#bindings.bind(name, 'type', branch);
        return;
      }
    }
    this.#readExpression(start, to, branch);
  }

  /** @param name `*` for all names */
  #delete(name: string): void {
    if (name === '*') this.#bindings.byName.clear();
    else this.#bindings.byName.delete(name);
    if (name === '__all__') this.#exportList.value = undefined;
  }

  #readExpression(from: number, to: number, branch: PythonBranch): void {
    const text = this.#text;
    const marks = this.#lines.marks.filter((mark) => mark >= from && mark < to && text.charAt(mark) !== ';');
    const equals = marks.filter((mark) => text.charAt(mark) === '=');
    const [first] = equals;
    const annotation = marks.find((mark) => text.charAt(mark) === ':' && mark < (first ?? to));
    if (first === undefined) {
      // `a: int` binds nothing at run time.
      if (annotation !== undefined && this.#isStub) this.bindTargets(from, annotation, branch);
      else if (text.startsWith('__all__', from)) this.#exportList.call(from, to);
    } else if (annotation === undefined && /[-+*/%@&|^<>]/.test(text.charAt(first - 1))) {
      if (identifierAt(text, from) === '__all__' && text.charAt(first - 1) === '+')
        this.#exportList.extend(first + 1, to);
    } else this.#readAssignment(from, to, equals, annotation, branch);
    this.readNamedExpressions(from, to, branch);
  }

  #readAssignment(
    from: number,
    to: number,
    equals: readonly number[],
    annotation: number | undefined,
    branch: PythonBranch,
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
        this.#bindings.bind(name, 'variable', branch, isSingle ? { value: [start, to] } : {});
      }
    }
  }

  /** `(name := value)` binds a name of the module, also in a comprehension, but not in a `lambda`. */
  readNamedExpressions(from: number, to: number, branch: PythonBranch): void {
    if (!this.#lines.hasNamedExpression) return;
    const text = withoutStrings(this.#text, from, to);
    for (const { 0: found, index } of text.matchAll(/[\p{ID_Start}_][\p{ID_Continue}]*(?=\s*:=)/gu)) {
      if (/\blambda\b[^:]*:[^,\])}]*$/.test(text.slice(Math.max(0, index - MAX_LAMBDA), index))) continue;
      this.#bindings.bind({ name: found, offset: from + index }, 'variable', branch);
    }
  }

  /** Binds the names of a target, such as `(a, *b)`. */
  bindTargets(from: number, to: number, branch: PythonBranch): void {
    for (const name of targetNames(this.#text, from, to) ?? []) this.#bindings.bind(name, 'variable', branch);
  }
}
