import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';

/**
 * What a node says, whatever its comments, white space, quotes and trailing commas. @param unnamed a name that is left
 * out where it is the node's own, so that a renamed declaration says the same
 */
export function normalText(ts: TypeScript, node: ts.Node | undefined, unnamed?: ts.Node): string {
  if (node === undefined) return '';
  const source = node.getSourceFile();
  const tokens: string[] = [];
  const visit = (each: ts.Node): void => {
    if (each === unnamed) {
      tokens.push('_');
      return;
    }
    if (each.kind >= ts.SyntaxKind.FirstJSDocNode && each.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = each.getChildren(source);
    if (children.length > 0) children.forEach(visit);
    else if (each.getWidth(source) > 0) addToken(tokens, tokenText(ts, each, source));
  };
  visit(node);
  while (tokens.at(-1) === ';' || tokens.at(-1) === ',') tokens.pop();
  return tokens.join(' ');
}

function tokenText(ts: TypeScript, token: ts.Node, source: ts.SourceFile): string {
  if (ts.isStringLiteral(token)) return JSON.stringify(token.text);
  const text = token.getText(source);
  return ts.isJsxText(token) ? text.replace(/\s+/g, ' ') : text;
}

function addToken(tokens: string[], text: string): void {
  const closes = text === ')' || text === '}' || text === ']' || text === '>';
  if (closes && (tokens.at(-1) === ',' || (text === '}' && tokens.at(-1) === ';'))) tokens.pop();
  // A leading `|` or `&` of a type that stands on lines of its own says nothing.
  const leads = (text === '|' || text === '&') && ['=', ':', '(', '<'].includes(tokens.at(-1) ?? '');
  if (!leads && text.trim() !== '') tokens.push(text);
}
