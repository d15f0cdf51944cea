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

const BULLET = String.raw`(?:[-*+–—•‣◦]|\d{1,9}[.)]|[A-Za-z][.)])`;
const BRACKETED = String.raw`(?:\\?[[［【][^[\]［］【】]?\\?[\]］】]|\([ xX✓✔]?\))`;
/** Boxes in places and forms that only a person can read: in quotes, tables, headings and code, or without a text. */
const STRAY: readonly RegExp[] = [
  new RegExp(`^\\s*(?:>\\s*)+(?:${BULLET}\\s*)?${BRACKETED}(?!\\()`, 'u'),
  new RegExp(`^\\s*(?:${BULLET}\\s+)*[\`*_~]*${BRACKETED}(?![(:])(?=[\`*_~]*(?:\\s|$))`, 'u'),
  new RegExp(`^\\s*${BULLET}\\s*\\\\?\\[[^\\]]{0,3}(?:\\]\\S|\\s|$)(?!\\()`, 'u'),
  new RegExp(`^#{1,6}\\s+${BRACKETED}\\s`, 'u'),
  new RegExp(`^\\s*\\|(?:[^|]*\\|)*\\s*[\`*]*\\[[ xX]\\][\`*]*\\s*\\|`, 'u'),
  /<input\b[^>]*\bcheckbox\b/i,
];
/** Between items with a checkbox, another one that begins with a word in brackets or a symbol. */
const SIBLING = new RegExp(
  `^(\\s*)${BULLET}\\s+(?:\\\\?[[［【][^[\\]［］【】]{1,20}[\\]］】]\\s|[✅✓✔❌✗✘⬜⬛🔲🔳🟩🟨🟥🚧⏳⏸]\\uFE0F?\\s)`,
  'u',
);
/** A link, its target, or a footnote. */
const NO_BOX = /^\s*(?:[-*+]\s*)?\[[^\]]*\]\(|^\s*(?:[-*+]\s*)?\[\^?\w+\]:/;

/** Lines that look like tasks and have no checkbox that is known: `> - [ ] a`, `- (x) b`, `| [ ] | c |` … */
export function findStrayBoxes(text: PlanText): readonly PlanNote[] {
  const known = new Map(boxLinesOf(text.lines).map(({ line, indent }) => [line.line, indent]));
  const notes = text.lines.flatMap((line, index) => {
    if (line.isCode || known.has(line.line) || NO_BOX.test(line.text)) return [];
    const isStray = STRAY.some((pattern) => pattern.test(line.text)) || isAmongBoxes(text.lines, index, known);
    return isStray
      ? [{ line: line.line, message: 'the line looks like a task, and its checkbox is not understood' }]
      : [];
  });
  return text.openFence === undefined
    ? notes
    : [...notes, { line: text.openFence, message: 'the block of code has no end, so the text after it is not read' }];
}

/** Whether the item before or after it in its list has a checkbox. */
function isAmongBoxes(lines: readonly PlanLine[], index: number, known: ReadonlyMap<number, number>): boolean {
  const indent = SIBLING.exec(lines[index]?.text ?? '')?.[1]?.replaceAll('\t', '    ').length;
  if (indent === undefined) return false;
  return [lines.slice(0, index).reverse(), lines.slice(index + 1)].some((side) => {
    const next = side.find(({ text, isCode, line }) => {
      const own = /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0;
      return text.trim() !== '' && !isCode && (known.get(line) === indent || own <= indent);
    });
    return next !== undefined && known.get(next.line) === indent;
  });
}
