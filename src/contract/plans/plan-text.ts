import { isClosing, readFence, type CodeFence } from '../specifications/code-fences.ts';
import type { PlanPlace } from './plan.ts';

/** A line of a plan, without its line break. */
export interface PlanLine extends PlanPlace {
  readonly text: string;
  /** Whether it is in a fenced block or a comment of HTML, or is a fence. */
  readonly isCode: boolean;
}

/** A fenced block. */
export interface PlanBlock extends PlanPlace {
  /** The first word after the fence, in lower case. */
  readonly language: string;
  /** Without the indent of the fence. */
  readonly code: string;
  /** The line of its closing fence. */
  readonly lastLine: number;
}

export interface PlanHeading extends PlanPlace {
  readonly depth: number;
  readonly text: string;
}

/** The text of a plan by lines, with its fenced blocks and its headings. */
export class PlanText {
  readonly file: string;
  readonly text: string;
  readonly lines: readonly PlanLine[];
  readonly blocks: readonly PlanBlock[];
  readonly headings: readonly PlanHeading[];
  /** The line of a fence without an end: the rest of the text is code. */
  readonly openFence: number | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    const { lines, blocks, openFence } = readLines(text);
    this.lines = lines;
    this.blocks = blocks;
    this.openFence = openFence;
    this.headings = lines.flatMap((line): PlanHeading[] => {
      const [, marks = '', heading] = (!line.isCode && /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line.text)) || [];
      return heading === undefined ? [] : [{ ...line, depth: marks.length, text: heading }];
    });
  }

  /** The lines from one number to before another. */
  between(first: number, end: number): readonly PlanLine[] {
    return this.lines.slice(first - 1, end - 1);
  }

  blocksBetween(first: number, end: number): readonly PlanBlock[] {
    return this.blocks.filter(({ line }) => line >= first && line < end);
  }

  /** The line after the section of a heading. */
  endOf({ line, depth }: PlanHeading): number {
    return this.headings.find((one) => one.line > line && one.depth <= depth)?.line ?? this.lines.length + 1;
  }
}

function readLines(text: string): Pick<PlanText, 'lines' | 'blocks' | 'openFence'> {
  const lines: PlanLine[] = [];
  const blocks: PlanBlock[] = [];
  let open: (CodeFence & { readonly first: PlanLine }) | undefined;
  let code: string[] = [];
  let start = 0;
  let commentEnd = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const value = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    // A comment without an end is text.
    if (open === undefined && start >= commentEnd && /^\s*<!--/.test(value)) {
      commentEnd = text.indexOf('-->', start + value.indexOf('<!--') + 4);
    }
    const isComment = start < commentEnd;
    const fence = isComment ? undefined : readFence(value);
    const line = { start, end: start + value.length, line: index + 1, text: value };
    lines.push({ ...line, isCode: open !== undefined || fence !== undefined || isComment });
    if (open === undefined) {
      open = fence && { ...fence, first: { ...line, isCode: true } };
      code = [];
    } else if (isClosing(open, fence)) {
      blocks.push({
        start: open.first.start,
        end: line.end,
        line: open.first.line,
        lastLine: line.line,
        language: open.language.toLowerCase(),
        code: code.join('\n'),
      });
      open = undefined;
    } else code.push(removeIndent(value, open.indent));
    start += raw.length + 1;
  }
  return { lines, blocks, openFence: open?.first.line };
}

function removeIndent(line: string, indent: number): string {
  const own = /^\s*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, own));
}

/** The place of a part of a line. */
export function placeIn({ start, line }: PlanLine, index: number, length: number): PlanPlace {
  return { start: start + index, end: start + index + length, line };
}
