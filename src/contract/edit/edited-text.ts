import { LineMap } from '../../shared/position.ts';
import { readForm } from '../forms/contract-form.ts';
import { parseSource } from '../source/parse-source.ts';
import type { SourceFormat } from '../source/parsed-source.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import { SourceView } from '../source/source-view.ts';

/** A replacement of a piece of text; the offsets are of the text before. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text that is edited: as it stands, as the model has it, and how its author writes. */
export class EditedText {
  readonly file: string;
  readonly text: string;
  readonly format: SourceFormat;
  readonly documents: number;
  readonly problems: readonly SourceProblem[];
  /** In the words of the file. */
  readonly raw: SourceNode | undefined;
  /** In the words of the model. */
  readonly view: SourceView;

  constructor(file: string, text: string) {
    const source = parseSource(file, text, new LineMap(text));
    const reading = readForm(file, source.root);
    this.file = file;
    this.text = text;
    this.format = source.format;
    this.documents = source.documents;
    this.problems = source.problems;
    this.raw = source.root;
    this.view = new SourceView(reading.root, text, reading.spell);
  }

  get isReadable(): boolean {
    return this.raw !== undefined && !this.problems.some((problem) => problem.severity === 'error');
  }

  /** The line ending of the file, by its first line. */
  get lineBreak(): string {
    return /\r\n|\n|\r/.exec(this.text)?.[0] ?? '\n';
  }

  lineStart(offset: number): number {
    let start = offset;
    while (start > 0 && !isLineBreak(this.text.charCodeAt(start - 1))) start--;
    return start === 0 && this.text.startsWith('\ufeff') ? 1 : start;
  }

  /** Where the line's own text ends, before its line break. */
  lineEnd(offset: number): number {
    let end = offset;
    while (end < this.text.length && !isLineBreak(this.text.charCodeAt(end))) end++;
    return end;
  }

  /** Where the line after begins. */
  nextLine(offset: number): number {
    const end = this.lineEnd(offset);
    return this.text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, this.text.length);
  }

  /** The text of a line before an offset. */
  lineBefore(offset: number): string {
    return this.text.slice(this.lineStart(offset), offset);
  }

  /** The white space that puts something into the column of an offset. */
  indentTo(offset: number): string {
    const before = this.lineBefore(offset);
    return /^[ \t]*$/.test(before) ? before : ' '.repeat(before.length);
  }

  /** The white space that a line begins with. */
  indentOf(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStart(offset), this.lineEnd(offset)))?.[0] ?? '';
  }

  spansLines(node: { readonly start: number; readonly end: number }): boolean {
    return /[\r\n]/.test(this.text.slice(node.start, node.end));
  }

  with(splices: readonly Splice[]): string {
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
