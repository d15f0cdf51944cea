import { childrenOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';

/** The text of all comments of a tree. */
export function readComments(root: SyntaxNode): string {
  return root
    .descendantsOfType('comment')
    .flatMap((node) => node?.text ?? [])
    .join('\n');
}

/** The tokens of a node, without white space and comments. A string is one token. */
export function listTokens(node: SyntaxNode): readonly string[] {
  const tokens: string[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'comment') return;
    if (child.childCount === 0 || /(?:^|_)string(?:_literal)?$/.test(child.type)) {
      if (child.text !== '') tokens.push(child.text);
    } else for (const inner of child.children) if (inner !== null) visit(inner);
  };
  visit(node);
  return tokens;
}

/** The first named child of a node, without comments. */
export function firstChildOf(node: SyntaxNode): SyntaxNode | undefined {
  return childrenOf(node)[0];
}
