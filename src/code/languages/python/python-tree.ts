import type { Parser } from '@vscode/tree-sitter-wasm';
import { withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { endOfBrackets } from './statement-text.ts';

/** A decorator in one line, and the lines with comments after it. */
const DECORATOR_COMMENTS = /^[ \t]*@[^\n]*\n((?:[ \t]*(?:#[^\n]*)?\n)+)/gm;
/** The start of the type parameters of a function, a class or a `type` statement. */
const TYPE_PARAMETERS = /^[ \t]*(?:(?:async[ \t]+)?def|class|type)[ \t]+\w+[ \t]*\[/gm;

/** The star before a display in a tuple without parentheses. */
const DISPLAY_STAR = /(?<=(?:[,=[]|\b(?:return|yield))[ \t]*)\*(?=[ \t]*[([{"'])/g;
/** A match on a list, which the grammar takes for an annotation of `match[…]`. */
const MATCH_LIST = /^([ \t]*match[ \t]*)\[(.*)\](?=[ \t]*:[ \t]*(?:#.*)?\r?\n\s*case\b)/gm;

/**
 * Parses a text of Python and passes the root to `read`. The grammar rejects some forms: a comment after a decorator that is
 * indented less than the decorator, defaults of type parameters (Python 3.13), `b"\U"`, and a star before a display in a
 * tuple.
 */
export function withPythonTree<Result>(parser: Parser, text: string, read: (root: SyntaxNode) => Result): Result {
  const known = text.replace(MATCH_LIST, '$1($2)');
  return withTree(
    parser,
    text,
    (root) => {
      if (!root.hasError) return read(root);
      const repaired = withoutTypeDefaults(withoutDecoratorComments(known)).replace(/\\(?=[uU])/g, '?');
      return withTree(
        parser,
        text,
        (second) => {
          const starless = second.hasError ? withoutStars(second, repaired) : repaired;
          if (starless === repaired) return read(second);
          return withTree(parser, text, (third) => read(third.hasError ? second : third), starless);
        },
        repaired,
      );
    },
    known,
  );
}

/** Blanks the stars before displays in the lines in which the parser found an error. */
function withoutStars(root: SyntaxNode, text: string): string {
  const rows = root
    .descendantsOfType('ERROR')
    .map((error) => [error?.startPosition.row ?? 0, error?.endPosition.row ?? 0]);
  const lines = text.split('\n').map((line, row) => {
    const isRejected = rows.some(([from = 0, to = 0]) => from <= row && row <= to);
    return isRejected ? line.replace(DISPLAY_STAR, ' ') : line;
  });
  return lines.join('\n');
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
