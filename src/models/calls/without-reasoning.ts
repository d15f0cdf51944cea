/** The names of the marks in which models write what they think before they answer. */
const NAMES =
  '(?:think|thinking|thought|thoughts|reasoning|reason|reflection|analysis|scratchpad|inner_monologue|seed:think)';

/** The forms of a mark: tags, brackets, the triangles of Kimi, and special tokens that a server did not remove. */
const OPENING = new RegExp(
  `<${NAMES}(?:\\s[^<>]*)?>|\\[THINK(?:ING)?\\]|◁${NAMES}▷|<\\|(?:begin_of_thought|START_THINKING|begin_of_thinking)\\|>|<\\|channel\\|>\\s*analysis\\s*<\\|message\\|>`,
  'gi',
);
const CLOSING = new RegExp(
  `</${NAMES}\\s*>|\\[/THINK(?:ING)?\\]|◁/${NAMES}▷|<\\|(?:end_of_thought|END_THINKING|end_of_thinking)\\|>|<\\|end\\|>|<\\|channel\\|>\\s*final\\s*<\\|message\\|>`,
  'gi',
);
/** The start of an answer after reasoning. */
const ANSWER_MARK =
  /^\s*(?:<\|start\|>\s*assistant\s*)?(?:<\|channel\|>\s*final\s*<\|message\|>|<\|(?:begin_of_solution|START_RESPONSE)\|>)/i;
const FENCE = /^\s{0,3}(`{3,}|~{3,})(.*)$/;

interface Mark {
  readonly isOpening: boolean;
  readonly start: number;
  readonly end: number;
  /** Whether nothing else is on its line. */
  readonly isAlone: boolean;
}

/**
 * The text of an answer without what the model thought before it, however it is marked: reasoning that is not closed reaches to
 * the end, and reasoning without an opening mark starts at the beginning. Marks inside fenced blocks are code.
 *
 * Line breaks stay, so that lines keep their numbers.
 *
 * @param isAnswer whether a text can be the whole answer. A closing mark without an opening one counts only if it is alone on
 * its line and such a text follows: material that the model quotes can contain marks.
 */
export function withoutReasoning(text: string, isAnswer: (rest: string) => boolean = isNotBlank): string {
  const marks = findMarks(text);
  const start = findAnswerStart(text, marks, isAnswer);
  let kept = lineBreaksOf(text.slice(0, start));
  let position = start;
  let openedAt: number | undefined;
  for (const mark of marks) {
    if (mark.start < start) continue;
    if (mark.isOpening) openedAt ??= mark.start;
    else if (openedAt !== undefined) {
      kept += text.slice(position, openedAt) + lineBreaksOf(text.slice(openedAt, mark.end));
      openedAt = undefined;
      position = mark.end;
    }
  }
  kept += text.slice(position, openedAt);
  return kept.replace(ANSWER_MARK, '');
}

/** Where the answer starts after reasoning without an opening mark; 0 if there is none. */
function findAnswerStart(text: string, marks: readonly Mark[], isAnswer: (rest: string) => boolean): number {
  let isOpen = false;
  let last: Mark | undefined;
  for (const mark of marks) {
    if (!mark.isOpening && !isOpen && mark.isAlone) last = mark;
    isOpen = mark.isOpening;
  }
  return last !== undefined && isAnswer(text.slice(last.end)) ? last.end : 0;
}

function isNotBlank(text: string): boolean {
  return text.trim() !== '';
}

function lineBreaksOf(text: string): string {
  return text.replaceAll(/[^\n]+/g, '');
}

/** The marks outside of fenced blocks, in text order. Inside reasoning, fences have no meaning. */
function findMarks(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let fence: string | undefined;
  let isOpen = false;
  let start = 0;
  for (const line of text.split('\n')) {
    const opened = FENCE.exec(line);
    if (!isOpen && fence !== undefined) {
      if (opened?.[1]?.startsWith(fence) === true && opened[2]?.trim() === '') fence = undefined;
    } else if (!isOpen && opened !== null && findFenceEnd(text, start + line.length, opened[1] ?? ''))
      fence = opened[1];
    else {
      const found = [...marksIn(line, OPENING, true), ...marksIn(line, CLOSING, false)];
      for (const mark of found.sort((left, right) => left.start - right.start)) {
        isOpen = mark.isOpening;
        marks.push({ ...mark, start: start + mark.start, end: start + mark.end });
      }
    }
    start += line.length + 1;
  }
  return marks;
}

/** Whether a fence is closed after an offset. A fence that nothing closes is text. */
function findFenceEnd(text: string, after: number, fence: string): boolean {
  return text.indexOf(`\n${fence}`, after) !== -1;
}

function marksIn(line: string, pattern: RegExp, isOpening: boolean): readonly Mark[] {
  return [...line.matchAll(pattern)].map(({ 0: mark, index }) => ({
    isOpening,
    start: index,
    end: index + mark.length,
    isAlone: line.trim() === mark,
  }));
}
