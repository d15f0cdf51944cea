import type { ExportKind } from '../../modules/module-record.ts';
import { copyOf, identifierAt } from '../text/names.ts';
import { isNeverBuilt } from './build-constraint.ts';
import { endOfBrackets, endOfStatement, skipSpace } from './go-text.ts';

/** A declaration at the top level of a file, except methods. */
export interface GoDeclaration {
  readonly name: string;
  readonly kind: ExportKind;
  /** The offset of the name. */
  readonly offset: number;
  /** The offsets of the names, the type and the values of a variable or constant, or of the whole function or type. */
  readonly spec: readonly [from: number, to: number];
}

export interface GoImport {
  readonly path: string;
  /** The offset of the quote. */
  readonly offset: number;
  /** The name before the path: an identifier, `_` or `.`. */
  readonly alias?: string;
}

/** The top level of a file. */
export interface GoFile {
  /** The name in the `package` clause. */
  readonly packageName: string | undefined;
  /** Whether no build contains the file. */
  readonly isNeverBuilt: boolean;
  readonly imports: readonly GoImport[];
  readonly declarations: readonly GoDeclaration[];
}

/** Reads the top level of a file from its text. Nothing is parsed: bodies are skipped by their brackets. */
export function readGoFile(text: string): GoFile {
  const start = skipSpace(text, 0);
  const reader = new GoFileReader(text);
  reader.read(start);
  const { packageName, imports, declarations } = reader;
  return { packageName, isNeverBuilt: isNeverBuilt(text.slice(0, start)), imports, declarations };
}

class GoFileReader {
  packageName: string | undefined;
  readonly imports: GoImport[] = [];
  readonly declarations: GoDeclaration[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  read(start: number): void {
    const text = this.#text;
    for (let at = start; at < text.length;) {
      const word = identifierAt(text, at);
      const after = skipSpace(text, at + (word ?? '').length);
      const end = this.#readDeclaration(word, after);
      // The terminator, or a bracket that closes nothing.
      at = skipSpace(text, Math.max(end, at) + 1);
    }
  }

  /** @returns the end of the declaration */
  #readDeclaration(word: string | undefined, from: number): number {
    switch (word) {
      case 'package':
        this.packageName ??= identifierAt(this.#text, from);
        return endOfStatement(this.#text, from);
      case 'func':
        return this.#readFunction(from);
      case 'import':
      case 'type':
      case 'const':
      case 'var':
        return this.#readGroup(word, from);
      default:
        return endOfStatement(this.#text, from);
    }
  }

  #readFunction(from: number): number {
    const text = this.#text;
    const isMethod = text.charAt(from) === '(';
    const offset = isMethod ? skipSpace(text, endOfBrackets(text, from)) : from;
    const name = identifierAt(text, offset);
    const end = endOfStatement(text, offset);
    // `init` cannot be named, and `_` declares nothing.
    if (name !== undefined && !isMethod && name !== 'init' && name !== '_') {
      this.declarations.push({ name, kind: 'function', offset, spec: [from, end] });
    }
    return end;
  }

  /** Reads one declaration, or several in parentheses. */
  #readGroup(word: 'import' | 'type' | 'const' | 'var', from: number): number {
    const text = this.#text;
    if (text.charAt(from) !== '(') {
      const end = endOfStatement(text, from);
      this.#readSpec(word, from, end);
      return end;
    }
    let at = skipSpace(text, from + 1);
    while (at < text.length && text.charAt(at) !== ')') {
      const end = endOfStatement(text, at);
      this.#readSpec(word, at, end);
      at = text.charAt(end) === ')' ? end : skipSpace(text, end + 1);
    }
    return endOfStatement(text, at + 1);
  }

  #readSpec(word: 'import' | 'type' | 'const' | 'var', from: number, to: number): void {
    if (word === 'import') this.#readImport(from, to);
    else if (word === 'type') this.#readType(from, to);
    else this.#readNames(word, from, to);
  }

  #readImport(from: number, to: number): void {
    const text = this.#text;
    const alias = text.charAt(from) === '.' ? '.' : identifierAt(text, from);
    const offset = skipSpace(text, from + (alias ?? '').length);
    const quote = text.charAt(offset);
    const end = text.indexOf(quote, offset + 1);
    if (!/["`]/.test(quote) || end < 0 || end >= to) return;
    this.imports.push({ path: copyOf(text.slice(offset + 1, end)), offset, ...(alias !== undefined && { alias }) });
  }

  #readType(from: number, to: number): void {
    const text = this.#text;
    const name = identifierAt(text, from);
    if (name === undefined || name === '_') return;
    let at = skipSpace(text, from + name.length);
    if (text.charAt(at) === '[') {
      const end = endOfBrackets(text, at);
      // The parameters of a generic type, and not the length of an array.
      const isGeneric = /^[\p{ID_Start}_][\p{ID_Continue}]*(?:\s*,|\s+[^\s\]])/u.test(
        text.slice(at + 1, end).trimStart(),
      );
      if (isGeneric) at = skipSpace(text, end);
    }
    if (text.charAt(at) === '=') at = skipSpace(text, at + 1);
    const kind = identifierAt(text, at) === 'interface' ? 'interface' : 'type';
    this.declarations.push({ name, kind, offset: from, spec: [from, to] });
  }

  /** `a, b T = 1, 2` */
  #readNames(kind: 'const' | 'var', from: number, to: number): void {
    const text = this.#text;
    for (let at = from; at < to; at = skipSpace(text, at + 1)) {
      const name = identifierAt(text, at);
      if (name === undefined) return;
      if (name !== '_') this.declarations.push({ name, kind, offset: at, spec: [from, to] });
      at = skipSpace(text, at + name.length);
      if (text.charAt(at) !== ',') return;
    }
  }
}
