import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';

/** Whether a condition without names is true or false: `false`, `0`, `!1`, `null`. `undefined` if it is not constant. */
export function readConstantCondition(ts: TypeScript, node: ts.Expression): boolean | undefined {
  if (ts.isParenthesizedExpression(node)) return readConstantCondition(ts, node.expression);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const operand = readConstantCondition(ts, node.operand);
    return operand === undefined ? undefined : !operand;
  }
  if (ts.isNumericLiteral(node)) return Number(node.text) !== 0;
  if (ts.isStringLiteralLike(node)) return node.text !== '';
  if (ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')) return false;
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return true;
    case ts.SyntaxKind.FalseKeyword:
    case ts.SyntaxKind.NullKeyword:
      return false;
    default:
      return undefined;
  }
}
