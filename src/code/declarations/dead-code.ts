import type { ts } from 'ts-morph';
import type { TypeScript } from '../language/typescript-parser.ts';

/** Whether a node is in code that never runs, as far as constants and early ends of a block decide it. */
export function isDeadCode(typescript: TypeScript, node: ts.Node): boolean {
  for (let inner = node, outer = parentOf(node); outer !== undefined; inner = outer, outer = parentOf(outer)) {
    if (isSkipped(typescript, outer, inner)) return true;
  }
  return false;
}

/** The parent of a node. A source file has none, which its type does not say. */
function parentOf(node: ts.Node): ts.Node | undefined {
  return node.parent;
}

/** Whether a node never runs a child. */
function isSkipped(typescript: TypeScript, outer: ts.Node, inner: ts.Node): boolean {
  const { SyntaxKind } = typescript;
  const truthOf = (expression: ts.Expression): boolean | undefined => constantTruth(typescript, expression);
  if (typescript.isIfStatement(outer)) {
    if (inner === outer.thenStatement) return truthOf(outer.expression) === false;
    return inner === outer.elseStatement && truthOf(outer.expression) === true;
  }
  if (typescript.isConditionalExpression(outer)) {
    if (inner === outer.whenTrue) return truthOf(outer.condition) === false;
    return inner === outer.whenFalse && truthOf(outer.condition) === true;
  }
  if (typescript.isBinaryExpression(outer) && inner === outer.right) {
    const operator = outer.operatorToken.kind;
    if (operator === SyntaxKind.AmpersandAmpersandToken) return truthOf(outer.left) === false;
    return operator === SyntaxKind.BarBarToken && truthOf(outer.left) === true;
  }
  if (typescript.isWhileStatement(outer)) return inner === outer.statement && truthOf(outer.expression) === false;
  if (typescript.isForStatement(outer)) {
    return inner === outer.statement && outer.condition !== undefined && truthOf(outer.condition) === false;
  }
  if (typescript.isBlock(outer) || typescript.isSourceFile(outer)) {
    const end = outer.statements.find(
      (statement) => typescript.isReturnStatement(statement) || typescript.isThrowStatement(statement),
    );
    return end !== undefined && inner.pos >= end.end;
  }
  return false;
}

/** Whether a constant counts as true; `undefined` if the expression is not a constant. */
export function constantTruth(typescript: TypeScript, expression: ts.Expression): boolean | undefined {
  if (typescript.isParenthesizedExpression(expression)) return constantTruth(typescript, expression.expression);
  if (typescript.isNumericLiteral(expression)) return Number(expression.text) !== 0;
  if (typescript.isStringLiteralLike(expression)) return expression.text !== '';
  if (typescript.isVoidExpression(expression)) return false;
  if (typescript.isIdentifier(expression)) return expression.text === 'undefined' ? false : undefined;
  if (
    typescript.isPrefixUnaryExpression(expression) &&
    expression.operator === typescript.SyntaxKind.ExclamationToken
  ) {
    const operand = constantTruth(typescript, expression.operand);
    return operand === undefined ? undefined : !operand;
  }
  if (expression.kind === typescript.SyntaxKind.TrueKeyword) return true;
  const isFalse = [typescript.SyntaxKind.FalseKeyword, typescript.SyntaxKind.NullKeyword].includes(expression.kind);
  return isFalse ? false : undefined;
}
