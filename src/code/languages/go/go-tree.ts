import type { Parser } from '@vscode/tree-sitter-wasm';
import { withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { endOfBrackets } from './go-text.ts';

const NEW = /\bnew(?=[ \t]*\()/g;
/** Longer arguments are values: no type has so many characters. */
const MAX_TYPE = 500;

/**
 * Parses a text of Go and passes the root to `read`. The grammar expects a type in `new(…)`, which can also be a value since
 * Go 1.26.
 */
export function withGoTree<Result>(parser: Parser, text: string, read: (root: SyntaxNode) => Result): Result {
  return withTree(parser, text, (root) => {
    const parsed = root.hasError ? withoutNewOfValues(parser, text) : text;
    return parsed === text ? read(root) : withTree(parser, text, read, parsed);
  });
}

/** The text with another function in the place of each `new` whose argument the grammar rejects. */
function withoutNewOfValues(parser: Parser, text: string): string {
  const known = new Map<string, boolean>();
  return text.replace(NEW, (word, offset: number) => {
    const start = text.slice(offset, offset + MAX_TYPE);
    const call = start.slice(0, endOfBrackets(start, start.indexOf('(')));
    let isType = known.get(call);
    if (isType === undefined) {
      isType = call.endsWith(')') && withTree(parser, `package p\nvar _ = ${call}\n`, (root) => !root.hasError);
      known.set(call, isType);
    }
    return isType ? word : 'neu';
  });
}
