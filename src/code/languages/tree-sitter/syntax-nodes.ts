import type { Node, Parser, Tree } from '@vscode/tree-sitter-wasm';
import { HoldfastError } from '../../../foundation/errors.ts';

export type SyntaxNode = Node;

/** A parsed text. Its tree is deleted when nothing reads it and another text has taken its place. */
interface ParsedText {
  readonly text: string;
  readonly parsed: string;
  readonly tree: Tree;
  readers: number;
}

/** The last module that each parser has read: a contract often asks for many functions of one file. */
const lastParsed = new WeakMap<Parser, ParsedText>();
/** Shorter texts are signatures and values. They are parsed at once, and must not replace the module they belong to. */
const MIN_KEPT_LENGTH = 1000;

/**
 * Parses a text and passes the root to `read`. The nodes must not be used after the call.
 *
 * @param parsed what the parser reads in the place of the text, of the same length; the texts of nodes are those of `text`
 */
export function withTree<Result>(
  parser: Parser,
  text: string,
  read: (root: SyntaxNode) => Result,
  parsed = text,
): Result {
  const last = lastParsed.get(parser);
  const isKept = text.length >= MIN_KEPT_LENGTH;
  const isLast = last !== undefined && last.text === text && last.parsed === parsed;
  const current = isLast ? last : { text, parsed, tree: parseText(parser, text, parsed), readers: 0 };
  if (isKept && !isLast) {
    lastParsed.set(parser, current);
    if (last?.readers === 0) last.tree.delete();
  }
  current.readers++;
  try {
    return read(current.tree.rootNode);
  } finally {
    current.readers--;
    if (current.readers === 0 && lastParsed.get(parser) !== current) current.tree.delete();
  }
}

function parseText(parser: Parser, text: string, parsed: string): Tree {
  // Nodes take their texts from the callback, after the parser has returned.
  let source = parsed;
  const tree = parser.parse((offset) => source.slice(offset));
  source = text;
  if (tree === null) throw new HoldfastError('internal', 'Failed to parse a text: the parser returned no tree');
  return tree;
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
