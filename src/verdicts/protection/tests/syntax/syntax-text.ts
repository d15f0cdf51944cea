import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';

/** The text of all comments of a tree. */
export function readComments(root: SyntaxNode): string {
  return root
    .descendantsOfType('comment')
    .flatMap((node) => node?.text ?? [])
    .join('\n');
}

/** A string, a word or another character. */
const TOKEN = /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`|[\p{L}\p{N}_]+|\S/u.source;
const TOKENS = {
  python: new RegExp(`#.*|${TOKEN}`, 'gu'),
  go: new RegExp(`\\/\\/.*|\\/\\*[^]*?\\*\\/|${TOKEN}`, 'gu'),
};

/** The tokens of a node, without white space and comments. They come from the text, because visiting each leaf is slow. */
export function listTokens({ text }: SyntaxNode, language: keyof typeof TOKENS): readonly string[] {
  const isComment = language === 'python' ? /^#/ : /^\/[/*]/;
  return (text.match(TOKENS[language]) ?? []).filter((token) => !isComment.test(token));
}

/** The first named child of a node, without comments. */
export function firstChildOf(node: SyntaxNode): SyntaxNode | undefined {
  return childrenOf(node)[0];
}
