import { isClosing, readFence, type CodeFence } from './code-fences.ts';

export interface UnifiedCheckboxes {
  /** The text with the same lines. Every checkbox is one of GitHub's Markdown. */
  readonly text: string;
  /** By line: what is between the brackets of a checkbox, if it is neither empty nor an `x`. */
  readonly marks: ReadonlyMap<number, string>;
}

/**
 * A list item, or a line without a bullet, that begins with brackets, which can be emphasized. The groups: indent, bullet,
 * space, emphasis, mark, text.
 */
const BRACKETS =
  /^(\s*)([-*+–—•‣◦]|\d{1,9}[.)])?([ \t]*)(\*\*|__|~~)?\\?[[［【]([^[\]\\［］【】]{0,12})\\?[\]］】]\4?(?![([:])[ \t]*(\S.*)$/u;
const BOX = /^(\s*)([-*+–—•‣◦]|\d{1,9}[.)])?([ \t]*)()([☐☑☒])\uFE0F?[ \t]*(\S.*)$/u;
const BOX_MARKS: ReadonlyMap<string, string> = new Map([
  ['☐', ''],
  ['☑', 'x'],
]);
const TASK_ID = /^\W*(?:T\d{3,}|\d+(?:\.\d+)+)\b/;
/** What people and tools write in a box in place of a mark. `[P]` says something else. */
const STATUS =
  /^(?!P$)(?:\p{L}|wip|to[ -]?do|doing|done|ok|yes|no|open|closed|half|partial|partly|pending|waiting|ongoing|started|in[ -]?progress|complete|completed|finished|blocked|failed|skip|skipped|dropped|deferred|postponed|cancell?ed|n\/a|\d{1,3} ?%)$/iu;

/**
 * GitHub's Markdown knows `- [ ]` and `- [x]`, and reads another spelling as the text of an item or of a paragraph. Task lists
 * also have `-[ ]`, `[]`, `[ ]` without a bullet, `☐` and marks such as `[~]`, which are checkboxes of open tasks.
 *
 * @param firstLine the number of the first line of the text
 */
export function unifyCheckboxes(text: string, firstLine: number): UnifiedCheckboxes {
  const marks = new Map<number, string>();
  let fence: CodeFence | undefined;
  const lines = text.split('\n').map((line, index) => {
    const found = readFence(line);
    if (fence !== undefined) {
      if (isClosing(fence, found)) fence = undefined;
      return line;
    }
    fence = found;
    const box = readCheckbox(line);
    if (box === undefined) return line;
    const { mark, isDone, bullet, rest, before, space } = box;
    if (!isDone && mark !== '') marks.set(firstLine + index, mark);
    const shownBullet = bullet === undefined || !/^[-*+\d]/.test(bullet) ? '-' : bullet;
    return `${before}${shownBullet}${bullet === undefined || space === '' ? ' ' : space}[${isDone ? 'x' : ' '}] ${rest}`;
  });
  return { text: lines.join('\n'), marks };
}

/** A checkbox at the start of a line. */
export interface Checkbox {
  /** What is between the brackets, trimmed. */
  readonly mark: string;
  readonly isDone: boolean;
  /** The index and the length of what is between the brackets. */
  readonly markIndex: number;
  readonly markLength: number;
  /** The columns before the bullet. */
  readonly indent: number;
  readonly bullet: string | undefined;
  /** The white space before and after the bullet. */
  readonly before: string;
  readonly space: string;
  readonly rest: string;
}

/** The checkbox that a line begins with; `undefined` if it has none. */
export function readCheckbox(line: string): Checkbox | undefined {
  const [, before = '', bullet, space = '', emphasis = '', inside, rest = ''] =
    BRACKETS.exec(line) ?? BOX.exec(line) ?? [];
  if (inside === undefined) return undefined;
  const mark = (BOX_MARKS.get(inside) ?? inside).normalize('NFKC').trim();
  if (!isCheckbox(mark, rest, before, bullet) || (emphasis !== '' && bullet === undefined)) return undefined;
  const isBox = /^[☐☑☒]$/u.test(inside);
  const markIndex = isBox ? line.indexOf(inside) : line.search(/[[［【]/) + 1;
  return {
    mark,
    isDone: /^x$/i.test(mark),
    markIndex,
    markLength: inside.length,
    indent: before.replaceAll('\t', '    ').length,
    bullet,
    before,
    space,
    rest,
  };
}

/**
 * Brackets with a word, or without a bullet, can be text: a reference, a marker such as `[P]`, or a link. An id decides, and
 * so does a word for a status.
 */
function isCheckbox(mark: string, rest: string, indent: string, bullet: string | undefined): boolean {
  if (TASK_ID.test(rest)) return true;
  const isPlain = /^x?$/i.test(mark);
  return bullet === undefined
    ? isPlain && indent === ''
    : isPlain || /^[^\p{L}\p{N}]{1,3}$/u.test(mark) || STATUS.test(mark);
}
