/** The source lines around errors, with line numbers, within a number of tokens. */
import type { CountTokens } from '../cost/token-estimate.ts';
import { markedData } from './marked-data.ts';
import type { PreviousWork } from './prompt-input.ts';

/** The number of lines to show before and after the line of an error. */
const CONTEXT_LINES = 5;
/** Longer lines are cut. */
const MAX_LINE_LENGTH = 300;
/** The tokens of the element around the lines of a file, and of the lines that mark a gap. */
const ELEMENT_TOKENS = 40;

export interface SourceExcerpts {
  /** One element for each file. */
  readonly elements: readonly string[];
  /** The number of errors whose lines do not fit. */
  readonly omittedErrors: number;
}

/** Renders the lines around each error. Overlapping ranges are merged. Errors at the start of the list take precedence. */
export function renderExcerpts({ errors, files }: PreviousWork, limit: number, count: CountTokens): SourceExcerpts {
  const excerpts = new Map(files.map((file) => [file.path, new FileExcerpt(file, count)]));
  let remaining = limit;
  let omittedErrors = 0;
  for (const { path, line } of errors) {
    const excerpt = excerpts.get(path);
    if (excerpt === undefined) continue;
    const tokens = excerpt.cost(line, count);
    if (tokens > remaining) omittedErrors++;
    else excerpt.add(line);
    remaining -= tokens > remaining ? 0 : tokens;
  }
  return { elements: [...excerpts.values()].flatMap((excerpt) => excerpt.render()), omittedErrors };
}

class FileExcerpt {
  readonly #file: PreviousWork['files'][number];
  readonly #lines: readonly string[];
  readonly #elementTokens: number;
  readonly #shown = new Set<number>();
  readonly #errors = new Set<number>();

  constructor(file: PreviousWork['files'][number], count: CountTokens) {
    this.#file = file;
    const lines = file.text.replace(/\r?\n$/, '').split(/\r?\n/);
    this.#lines = lines.map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
    this.#elementTokens = ELEMENT_TOKENS + count(file.path);
  }

  /** The tokens that an error adds: those of the lines that are not shown yet, and of the element. */
  cost(line: number, count: CountTokens): number {
    const added = this.#around(line).filter((one) => !this.#shown.has(one));
    if (added.length === 0) return 0;
    // The mark and the bar of a line are two tokens more than its number and text, a gap above it four.
    const lines = added.reduce((sum, one) => sum + count(this.#renderLine(one)) + 2, 4);
    return lines + (this.#shown.size === 0 ? this.#elementTokens : 0);
  }

  add(line: number): void {
    this.#errors.add(this.#clamp(line));
    for (const one of this.#around(line)) this.#shown.add(one);
  }

  render(): string[] {
    if (this.#shown.size === 0) return [];
    const numbers = [...this.#shown].sort((a, b) => a - b);
    const rows = numbers.flatMap((number, index) => {
      const previous = numbers[index - 1] ?? 0;
      return [...(number > previous + 1 ? ['  …'] : []), this.#renderLine(number)];
    });
    if (numbers.at(-1) !== this.#lines.length) rows.push('  …');
    const { path, changed } = this.#file;
    const state = changed ? 'written by the previous attempt' : 'not changed by the previous attempt';
    return [markedData('code', { path, state }, rows.join('\n'))];
  }

  #renderLine(number: number): string {
    const width = String(this.#lines.length).length;
    const mark = this.#errors.has(number) ? '>' : ' ';
    return `${mark} ${String(number).padStart(width)} | ${this.#lines[number - 1] ?? ''}`.trimEnd();
  }

  #around(line: number): number[] {
    const center = this.#clamp(line);
    const first = Math.max(1, center - CONTEXT_LINES);
    const last = Math.min(this.#lines.length, center + CONTEXT_LINES);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  /** Compilers report an unexpected end of a file on the line after its last one. */
  #clamp(line: number): number {
    return Math.max(1, Math.min(line, this.#lines.length));
  }
}
