import { readCheckbox } from '../specifications/checkboxes.ts';
import type { PlanBox, PlanNote } from './plan.ts';
import { placeIn, type PlanLine, type PlanText } from './plan-text.ts';

/** A line with a checkbox. */
export interface BoxLine {
  readonly line: PlanLine;
  readonly box: PlanBox;
  /** The columns before its bullet. */
  readonly indent: number;
  /** The text after the box. */
  readonly text: string;
  /** Whether a star after the box marks it as optional: `- [ ]* 2.1 Write tests`. */
  readonly isOptional: boolean;
}

/** The lines with a checkbox, however it is written, outside of fenced blocks. */
export function boxLinesOf(lines: readonly PlanLine[]): readonly BoxLine[] {
  return lines.flatMap((line): BoxLine[] => {
    const found = line.isCode ? undefined : readCheckbox(line.text);
    if (found === undefined) return [];
    const { mark, markIndex, markLength, indent, rest, isDone } = found;
    const isOptional = rest.startsWith('*') && /^\*\s*(?!\*)/.test(rest) && !/^\*[^*\s][^*]*\*/.test(rest);
    return [
      {
        line,
        box: { ...placeIn(line, markIndex, markLength), mark, isTicked: isDone },
        indent,
        text: isOptional ? rest.slice(1).trim() : rest,
        isOptional,
      },
    ];
  });
}

/** Boxes with a mark that is neither empty nor an `x` are open, and a person must know of them. */
export function describeMarks(boxes: readonly BoxLine[]): readonly PlanNote[] {
  return boxes.flatMap(({ line, box: { mark, isTicked } }) =>
    mark === '' || isTicked
      ? []
      : [{ line: line.line, message: `the checkbox has the mark [${mark}], and the task counts as open` }],
  );
}

/** Lines that look like tasks and have no checkbox that is known: `-[]x`, `* [` … */
export function findStrayBoxes(text: PlanText, boxes: readonly BoxLine[]): readonly PlanNote[] {
  const known = new Set(boxes.map(({ line }) => line.line));
  return text.lines.flatMap((line) =>
    !line.isCode &&
    !known.has(line.line) &&
    /^\s*(?:[-*+]|\d+[.)])\s*\\?\[[^\]]{0,3}(?:\]\S|\s|$)(?!\()/.test(line.text) &&
    !/^\s*[-*+]\s*\[[^\]]*\]\(/.test(line.text) &&
    !/^\s*[-*+]\s*\[\w+\]:/.test(line.text)
      ? [{ line: line.line, message: 'the line looks like a task, and its checkbox is not understood' }]
      : [],
  );
}
