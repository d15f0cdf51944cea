import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import { readConstantCondition } from './constant-condition.ts';
import { endsProcess } from './process-end.ts';

/** The statements of a block up to the first one that always leaves it. Declared functions after it are included. */
export function reachableStatements(ts: TypeScript, statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const last = statements.findIndex((statement) => alwaysLeaves(ts, statement));
  if (last < 0) return statements;
  return statements.filter((statement, index) => index <= last || ts.isFunctionDeclaration(statement));
}

function alwaysLeaves(ts: TypeScript, statement: ts.Statement): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return true;
  if (ts.isBlock(statement)) return statement.statements.some((inner) => alwaysLeaves(ts, inner));
  if (ts.isIfStatement(statement)) {
    const { thenStatement, elseStatement } = statement;
    const condition = readConstantCondition(ts, statement.expression);
    const leavesThen = condition === false || alwaysLeaves(ts, thenStatement);
    const leavesElse = condition === true || (elseStatement !== undefined && alwaysLeaves(ts, elseStatement));
    return leavesThen && leavesElse;
  }
  return ts.isExpressionStatement(statement) && endsProcess(ts, statement.expression);
}

/** Visits the children of a node that can be executed. */
export function visitReachable(ts: TypeScript, node: ts.Node, visit: (child: ts.Node) => void): void {
  if (ts.isBlock(node)) {
    reachableStatements(ts, node.statements).forEach(visit);
    return;
  }
  for (const child of listBranches(ts, node)) visit(child);
}

/** The children of a node without the branches that a constant condition excludes. */
function listBranches(ts: TypeScript, node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  const excluded = findExcludedBranch(ts, node);
  return children.filter((child) => child !== excluded);
}

function findExcludedBranch(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  if (ts.isIfStatement(node)) {
    const condition = readConstantCondition(ts, node.expression);
    return condition === undefined ? undefined : condition ? node.elseStatement : node.thenStatement;
  }
  if (ts.isConditionalExpression(node)) {
    const condition = readConstantCondition(ts, node.condition);
    return condition === undefined ? undefined : condition ? node.whenFalse : node.whenTrue;
  }
  if (ts.isWhileStatement(node)) {
    return readConstantCondition(ts, node.expression) === false ? node.statement : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, operatorToken, right } = node;
  const condition = readConstantCondition(ts, left);
  if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return condition === false ? right : undefined;
  return operatorToken.kind === ts.SyntaxKind.BarBarToken && condition === true ? right : undefined;
}
