import type { Parser } from '@vscode/tree-sitter-wasm';
import { withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/** The comments in the lines between a decorator and what it decorates. */
const DECORATOR_COMMENT = /(?<=^[ \t]*@[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*)[ \t]*#[^\r\n]*/gm;

/**
 * Parses a text of Python and passes the root to `read`. The grammar rejects a comment after a decorator that is indented
 * less than the decorator.
 */
export function withPythonTree<Result>(parser: Parser, text: string, read: (root: SyntaxNode) => Result): Result {
  return withTree(parser, text, (root) => {
    const parsed = root.hasError ? text.replace(DECORATOR_COMMENT, (comment) => ' '.repeat(comment.length)) : text;
    return parsed === text ? read(root) : withTree(parser, text, read, parsed);
  });
}
