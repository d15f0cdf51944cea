import type { ts } from 'ts-morph';
import type { TypeScript } from '../language/typescript-parser.ts';

/** Removes parentheses and type assertions around an expression. */
export function unwrapExpression(typescript: TypeScript, expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    typescript.isParenthesizedExpression(inner) ||
    typescript.isAsExpression(inner) ||
    typescript.isSatisfiesExpression(inner) ||
    typescript.isTypeAssertionExpression(inner) ||
    typescript.isNonNullExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}
