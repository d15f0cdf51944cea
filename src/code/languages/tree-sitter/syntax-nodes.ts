import type { Node, Parser } from '@vscode/tree-sitter-wasm';
import { HoldfastError } from '../../../shared/errors.ts';

export type SyntaxNode = Node;

/**
 * Parses a text and passes the root to `read`. The tree exists only during the call.
 *
 * @param parsed what the parser reads in the place of the text, of the same length; the texts of nodes are those of `text`
 */
export function withTree<Result>(
  parser: Parser,
  text: string,
  read: (root: SyntaxNode) => Result,
  parsed = text,
): Result {
  // Nodes take their texts from the callback, after the parser has returned.
  let source = parsed;
  const tree = parser.parse((offset) => source.slice(offset));
  source = text;
  if (tree === null) throw new HoldfastError('internal', 'Failed to parse a text: the parser returned no tree');
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

/** Whether a node is between other nodes and has no meaning: a comment, or the backslash of a continued line. */
export function isExtra({ type }: SyntaxNode): boolean {
  return type === 'comment' || type === 'line_continuation';
}

/** The named children of a node, without comments and continued lines. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.filter((child): child is SyntaxNode => child !== null && !isExtra(child));
}

/** The children with a field name. */
export function fieldsOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.childrenForFieldName(field).filter((child): child is SyntaxNode => child !== null);
}

/** The position of a node. Lines and columns start at 1; columns count UTF-16 code units. */
export function positionOf({ startPosition: { row, column } }: SyntaxNode): { line: number; column: number } {
  return { line: row + 1, column: column + 1 };
}
