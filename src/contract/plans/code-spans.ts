import { placeIn, type PlanLine } from './plan-text.ts';
import type { PlanPlace } from './plan.ts';

/** A piece of inline code. */
export interface CodeSpan extends PlanPlace {
  readonly code: string;
  /** The index in its line after the closing backticks. */
  readonly after: number;
  /** The index in its line of the opening backticks. */
  readonly before: number;
}

/** The inline code of a line, in its order. */
export function codeSpansOf(line: PlanLine): readonly CodeSpan[] {
  return [...line.text.matchAll(/(`+)(?!`)(.+?)(?<!`)\1(?!`)/g)].map((match) => {
    const [all, ticks = '', code = ''] = match;
    return {
      ...placeIn(line, match.index + ticks.length, code.length),
      code: code.trim(),
      before: match.index,
      after: match.index + all.length,
    };
  });
}

/** A Markdown text as plain text, on one line. */
export function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__|`|~~/g, '')
    .replaceAll(/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
