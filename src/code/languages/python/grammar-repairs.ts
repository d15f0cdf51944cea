import type { SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { LogicalLines } from './logical-lines.ts';
import { endOfBrackets, withoutStrings } from './statement-text.ts';

/** Replaces what the grammar rejects by what it accepts, of the same length. */
export type Repair = (text: string, root: SyntaxNode) => string;

/** A match on a list, which the grammar takes for an annotation of `match[…]`. */
const MATCH_LIST = /^([ \t]*match[ \t]*)\[(.*)\](?=[ \t]*:[ \t]*(?:#.*)?\r?\n\s*case\b)/gm;
/** A decorator in one line, and the lines with comments after it. */
const DECORATOR_COMMENTS = /^[ \t]*@[^\n]*\n((?:[ \t]*(?:#[^\n]*)?\n)+)/gm;
/** The start of the type parameters of a function, a class or a `type` statement. */
const TYPE_PARAMETERS = /^[ \t]*(?:(?:async[ \t]+)?def|class|type)[ \t]+\w+[ \t]*\[/gm;
/** The star before a display in a tuple without parentheses. */
const DISPLAY_STAR = /(?<=(?:[,=[]|\b(?:return|yield))[ \t]*)\*(?=[ \t]*[([{"'])/g;
/** The slices in the index of an annotation: `x: int[:, 1:2]`. */
const SLICES = /(?<=(?::|->)[ \t]*[\w.]+\[)(?=[^\]]*:)(?:[\w.]*[ \t]*[:,][ \t]*)+[\w.]*(?=\])/g;
/** An operator at the end of a line. */
const LATE_OPERATOR =
  /([ \t]*)([-+*/%@&|^<>=!~]+|\.|\b(?:and|or|not|in|is|if|else|for|lambda|await|from)\b)([ \t]*)(\r?\n)/g;

/** A match on a list as one on a tuple. This is no error, but another meaning. */
export function withMatchedLists(text: string): string {
  return text.replace(MATCH_LIST, '$1($2)');
}

/**
 * A text without forms that the grammar never accepts: a comment after a decorator that is indented less than the decorator,
 * defaults of type parameters (Python 3.13), and `b"\U"`.
 */
export function withKnownForms(text: string): string {
  return withoutTypeDefaults(withoutDecoratorComments(text)).replace(/\\(?=[uU])/g, '?');
}

/** The repairs of a text with errors. */
export const REPAIRS: readonly Repair[] = [
  withKnownForms,
  (text, root) => inRejectedLines(text, root, (line) => line.replace(DISPLAY_STAR, ' ')),
  // In an annotation, the index of a name is no slice for the grammar.
  (text, root) => inRejectedLines(text, root, (line) => line.replace(SLICES, (slices) => '_'.repeat(slices.length))),
  withEarlyOperators,
];

/** Changes the lines in which the parser found an error. */
function inRejectedLines(text: string, root: SyntaxNode, change: (line: string) => string): string {
  const rows = root
    .descendantsOfType('ERROR')
    .map((error) => [error?.startPosition.row ?? 0, error?.endPosition.row ?? 0]);
  const isRejected = (row: number): boolean => rows.some(([from = 0, to = 0]) => from <= row && row <= to);
  return text
    .split('\n')
    .map((line, row) => (isRejected(row) ? change(line) : line))
    .join('\n');
}

/** In brackets, a newline after an operator ends the statement for the grammar if the next line is indented less. */
function withEarlyOperators(text: string): string {
  const lines = new LogicalLines(text);
  let result = '';
  let kept = 0;
  while (lines.next()) {
    const { start, end, indentation } = lines;
    const masked = withoutStrings(text, start, end);
    if (!masked.includes('\n')) continue;
    for (const match of masked.matchAll(LATE_OPERATOR)) {
      const [found, before = '', operator = '', after = '', newline = ''] = match;
      const [next = ''] = /^[ \t]*/.exec(masked.slice(match.index + found.length)) ?? [];
      if (next.length >= indentation) continue;
      result += text.slice(kept, start + match.index) + newline + operator + before + after;
      kept = start + match.index + found.length;
    }
  }
  return result + text.slice(kept);
}

function withoutDecoratorComments(text: string): string {
  return text.replace(DECORATOR_COMMENTS, (all, comments: string) => all.slice(0, -comments.length) + blank(comments));
}

function withoutTypeDefaults(text: string): string {
  let result = '';
  let kept = 0;
  for (const { 0: header, index } of text.matchAll(TYPE_PARAMETERS)) {
    const start = index + header.length - 1;
    const end = endOfBrackets(text, start, text.length) - 1;
    for (let at = start + 1; at < end; at++) {
      const character = text.charAt(at);
      if ('([{'.includes(character)) at = endOfBrackets(text, at, end) - 1;
      if (character !== '=') continue;
      const next = endOfDefault(text, at, end);
      result += text.slice(kept, at) + blank(text.slice(at, next));
      kept = next;
      at = next;
    }
  }
  return result + text.slice(kept);
}

/** The offset of the comma after a default, or of the bracket that closes the list. */
function endOfDefault(text: string, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    const character = text.charAt(at);
    if (character === ',') return at;
    if ('([{'.includes(character)) at = endOfBrackets(text, at, limit) - 1;
  }
  return limit;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
