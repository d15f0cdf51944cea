import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/**
 * Returns the text of a node for comparison: without comments, extra white space and trailing commas, and with uniform
 * quotes.
 *
 * @param omittedName a name node to replace by `_`, so that a renamed declaration has the same text
 */
export function toNormalizedText(ts: TypeScript, node: ts.Node | undefined, omittedName?: ts.Node): string {
  if (node === undefined) return '';
  const source = node.getSourceFile();
  const tokens: string[] = [];
  const visit = (child: ts.Node): void => {
    if (child === omittedName) {
      tokens.push('_');
      return;
    }
    if (child.kind >= ts.SyntaxKind.FirstJSDocNode && child.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = child.getChildren(source);
    if (children.length > 0) children.forEach(visit);
    else if (child.getWidth(source) > 0) addToken(tokens, getTokenText(ts, child, source));
  };
  visit(node);
  while (tokens.at(-1) === ';' || tokens.at(-1) === ',') tokens.pop();
  return tokens.join(' ');
}

function getTokenText(ts: TypeScript, token: ts.Node, source: ts.SourceFile): string {
  if (ts.isStringLiteral(token)) return JSON.stringify(token.text);
  const text = token.getText(source);
  return ts.isJsxText(token) ? text.replace(/\s+/g, ' ') : text;
}

function addToken(tokens: string[], text: string): void {
  const isClosing = text === ')' || text === '}' || text === ']' || text === '>';
  if (isClosing && (tokens.at(-1) === ',' || (text === '}' && tokens.at(-1) === ';'))) tokens.pop();
  // Ignore the leading `|` or `&` of a multi-line type.
  const isLeading = (text === '|' || text === '&') && ['=', ':', '(', '<'].includes(tokens.at(-1) ?? '');
  if (!isLeading && text.trim() !== '') tokens.push(text);
}
