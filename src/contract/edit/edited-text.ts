import { LineMap } from '../../foundation/position.ts';
import { readForm } from '../forms/contract-form.ts';
import { parseSource } from '../source/parse-source.ts';
import type { SourceFormat } from '../source/parsed-source.ts';
import type { OffsetRange, SourceNode } from '../source/source-node.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import { SourceView } from '../source/source-view.ts';

/** A text replacement. The offsets refer to the text before the edit. */
export interface Splice extends OffsetRange {
  readonly text: string;
}

/** The text of a contract file during an edit, with its trees and methods for lines and indentation. */
export class EditedText {
  readonly file: string;
  readonly text: string;
  readonly format: SourceFormat;
  readonly documentCount: number;
  readonly problems: readonly SourceProblem[];
  /** The tree with the keys of the file. */
  readonly source: SourceNode | undefined;
  /** The tree with the keys of the contract model. */
  readonly view: SourceView;

  constructor(file: string, text: string) {
    const parsed = parseSource(file, text, new LineMap(text));
    const reading = readForm(file, parsed.root);
    this.file = file;
    this.text = text;
    this.format = parsed.format;
    this.documentCount = parsed.documentCount;
    this.problems = parsed.problems;
    this.source = parsed.root;
    this.view = new SourceView(reading.root, text, reading.spellKey);
  }

  get isReadable(): boolean {
    return this.source !== undefined && !this.problems.some((problem) => problem.severity === 'error');
  }

  /** The first line break of the file; LF if it has none. */
  get lineBreak(): string {
    return /\r\n|\n|\r/.exec(this.text)?.[0] ?? '\n';
  }

  /** The start of a line, after a byte order mark. */
  lineStart(offset: number): number {
    let start = offset;
    while (start > 0 && !isLineBreak(this.text.charCodeAt(start - 1))) start--;
    return start === 0 && this.text.startsWith('\ufeff') ? 1 : start;
  }

  /** The end of a line, before its line break. */
  lineEnd(offset: number): number {
    let end = offset;
    while (end < this.text.length && !isLineBreak(this.text.charCodeAt(end))) end++;
    return end;
  }

  /** The start of the next line. */
  nextLine(offset: number): number {
    const end = this.lineEnd(offset);
    return this.text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, this.text.length);
  }

  /** The text between the start of the line and an offset. */
  lineBefore(offset: number): string {
    return this.text.slice(this.lineStart(offset), offset);
  }

  /** The white space that indents a line to the column of an offset. */
  indentTo(offset: number): string {
    const before = this.lineBefore(offset);
    return /^[ \t]*$/.test(before) ? before : ' '.repeat(before.length);
  }

  /** The indentation of the line at an offset. */
  indentOf(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStart(offset), this.lineEnd(offset)))?.[0] ?? '';
  }

  spansLines(range: OffsetRange): boolean {
    return /[\r\n]/.test(this.text.slice(range.start, range.end));
  }

  /** Applies the replacements and returns the new text. */
  applySplices(splices: readonly Splice[]): string {
    let text = '';
    let offset = 0;
    for (const splice of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
      text += this.text.slice(offset, splice.start) + splice.text;
      offset = splice.end;
    }
    return text + this.text.slice(offset);
  }
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}
