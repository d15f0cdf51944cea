import type { Parser } from '@vscode/tree-sitter-wasm';
import { withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { REPAIRS, withKnownForms, withMatchedLists, type Repair } from './grammar-repairs.ts';

/**
 * Parses a text of Python and passes the root to `read`. If the grammar rejects the text, the forms that it does not know
 * are replaced, one kind after the other, until it accepts the text.
 */
export function withPythonTree<Result>(parser: Parser, text: string, read: (root: SyntaxNode) => Result): Result {
  const known = withMatchedLists(text);
  const parse = (parsed: string, [repair, ...others]: readonly Repair[]): Result | undefined =>
    withTree(
      parser,
      text,
      (root) => {
        if (!root.hasError) return read(root);
        return repair === undefined ? undefined : parse(repair(parsed, root), others);
      },
      parsed,
    );
  return parse(known, REPAIRS) ?? withTree(parser, text, read, withKnownForms(known));
}
