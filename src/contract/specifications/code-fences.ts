/** A line that begins or ends a fenced block of code. */
export interface CodeFence {
  /** The backticks or tildes. */
  readonly marks: string;
  /** The columns before them, with the bullet of an item. */
  readonly indent: number;
  readonly isItem: boolean;
  /** The first word after them. */
  readonly language: string;
  readonly info: string;
}

const FENCE = /^(\s*)((?:[-*+]\s+|\d{1,9}[.)]\s+)?)(`{3,}(?=[^`]*$)|~{3,})\s*(([\w+-]*).*)$/;

export function readFence(line: string): CodeFence | undefined {
  const [, space = '', bullet = '', marks, info = '', language = ''] = FENCE.exec(line) ?? [];
  if (marks === undefined) return undefined;
  return { marks, indent: space.length + bullet.length, isItem: bullet !== '', language, info: info.trim() };
}

/** Whether a fence ends the block that another one began: it has as many marks or more, and nothing else in its line. */
export function isClosing({ marks }: CodeFence, fence: CodeFence | undefined): boolean {
  return fence?.marks.startsWith(marks) === true && !fence.isItem && fence.info === '';
}
