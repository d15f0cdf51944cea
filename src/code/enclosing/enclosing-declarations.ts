import type { ts } from 'ts-morph';
import { LineMap } from '../../foundation/position.ts';
import { codeLanguageOf } from '../languages/language-table.ts';
import { scriptsOf } from '../language/scripts.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import { readIndentedParts, readIndentedPath, type DeclaredLines } from './indented-declarations.ts';

/** The declaration that contains some lines. */
export interface EnclosingDeclaration {
  /** Empty at the top level. */
  readonly name: string;
  /** Whether another declaration of the file has the same name, so that the name does not identify it. */
  readonly isRepeated: boolean;
}

/** The declarations of one text. */
export interface TextDeclarations {
  /** The innermost declaration that contains all lines from `first` to `last`, from 1. */
  enclosing(first: number, last: number): EnclosingDeclaration;
  /** The parts that the text consists of at its top level, in order and without gaps. Empty if they are not known. */
  readonly parts: readonly DeclaredLines[];
}

/**
 * The declarations of a file. TypeScript, JavaScript and the scripts of components are parsed. In other files, a line that is
 * followed by lines with a larger indentation declares them, and headings declare what is below them.
 */
export async function declarationsOf(file: string, text: string): Promise<TextDeclarations> {
  const scripts = scriptsOf(file, text);
  const lines = text.split(/\r\n|\n|\r/);
  if (scripts.length === 0) {
    const hasParts = codeLanguageOf(file) !== undefined;
    return {
      enclosing: (first, last) => ({ name: readIndentedPath(file, lines, { first, last }), isRepeated: false }),
      parts: hasParts ? readIndentedParts(lines) : [],
    };
  }
  const typescript = await loadTypeScript();
  const map = new LineMap(text);
  const found: DeclaredLines[] = [];
  const starts: Start[] = [];
  for (const script of scripts) {
    const source = parseScript(typescript, script.text, script.dialect);
    const reader = new DeclarationReader(typescript, source, map);
    found.push(...reader.read());
    if (scripts.length === 1 && script.text.length === text.length) starts.push(...reader.topLevelStarts());
  }
  return { enclosing: (first, last) => innermost(found, first, last), parts: toParts(starts, lines.length) };
}

function innermost(all: readonly DeclaredLines[], first: number, last: number): EnclosingDeclaration {
  const containing = all.filter((one) => one.first <= first && one.last >= last);
  const [inner] = containing.sort((one, other) => one.last - one.first - (other.last - other.first));
  if (inner === undefined) return { name: '', isRepeated: false };
  return { name: inner.name, isRepeated: all.filter(({ name }) => name === inner.name).length > 1 };
}

interface Start {
  readonly line: number;
  readonly name: string;
}

function toParts(starts: readonly Start[], count: number): readonly DeclaredLines[] {
  return starts.map(({ name, line }, index) => ({
    name,
    first: index === 0 ? 1 : line,
    last: (starts[index + 1]?.line ?? count + 1) - 1,
  }));
}

class DeclarationReader {
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #lines: LineMap;
  readonly #found: DeclaredLines[] = [];

  constructor(typescript: TypeScript, source: ts.SourceFile, lines: LineMap) {
    this.#ts = typescript;
    this.#source = source;
    this.#lines = lines;
  }

  read(): readonly DeclaredLines[] {
    this.#visit(this.#source, []);
    return this.#found;
  }

  /** Where the declarations at the top level start, with their comments. Neighbouring statements without a name are one. */
  topLevelStarts(): readonly Start[] {
    const starts: Start[] = [];
    for (const statement of this.#source.statements) {
      const name = this.#statementName(statement);
      if (name === '' && starts.at(-1)?.name === '') continue;
      const line = this.#lineAfterPrevious(statement);
      // Two statements on one line are one part.
      if (starts.at(-1)?.line !== line) starts.push({ line, name });
    }
    return starts;
  }

  /** The line of a statement or of the comments above it: not the line on which the statement before it ends. */
  #lineAfterPrevious(statement: ts.Statement): number {
    const full = this.#source.text.slice(statement.pos, statement.getStart(this.#source));
    const own = this.#lines.positionAt(statement.getStart(this.#source)).line;
    if (statement.pos === 0) return 1;
    const before = this.#lines.positionAt(statement.pos).line;
    const comments = full.search(/\n[^\S\n]*\S/);
    const first = comments < 0 ? own : this.#lines.positionAt(statement.pos + comments + 1).line;
    return Math.max(Math.min(first, own), Math.min(before + 1, own));
  }

  #visit(node: ts.Node, path: readonly string[]): void {
    this.#ts.forEachChild(node, (child) => {
      const name = this.#nameOf(child);
      const inner = name === undefined ? path : [...path, name];
      if (name !== undefined) this.#add(child, inner.join('.'));
      this.#visit(child, inner);
    });
  }

  #add(node: ts.Node, name: string): void {
    const first = this.#lines.positionAt(node.getStart(this.#source, true)).line;
    const last = this.#lines.positionAt(node.end).line;
    this.#found.push({ name, first, last });
  }

  #nameOf(node: ts.Node): string | undefined {
    const ts = this.#ts;
    if (ts.isConstructorDeclaration(node)) return 'constructor';
    if (ts.isVariableStatement(node)) return this.#statementName(node);
    const isNamed =
      ts.isFunctionDeclaration(node) ||
      ts.isClassLike(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isAccessor(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isEnumDeclaration(node) ||
      ts.isModuleDeclaration(node);
    if (isNamed) return node.name?.getText(this.#source) ?? 'default';
    return ts.isExportAssignment(node) ? 'default' : this.#callName(node);
  }

  /** A call whose first argument is a text names its block, as `describe('a', …)` does. */
  #callName(node: ts.Node): string | undefined {
    const ts = this.#ts;
    if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined;
    const [first] = node.arguments;
    if (first === undefined || !ts.isStringLiteralLike(first)) return undefined;
    return `${node.expression.getText(this.#source)}(${JSON.stringify(first.text)})`;
  }

  #statementName(node: ts.Statement): string {
    const ts = this.#ts;
    if (ts.isVariableStatement(node)) {
      return node.declarationList.declarations.map(({ name }) => name.getText(this.#source)).join(',');
    }
    if (ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return '';
    if (ts.isExpressionStatement(node)) return this.#callName(node.expression) ?? '';
    return this.#nameOf(node) ?? '';
  }
}
