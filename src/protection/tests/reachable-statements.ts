import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/language/typescript-parser.ts';
import { readCallee } from './runner-names.ts';

/** The statements of a block up to the first one that always leaves it. Declared functions after it are included. */
export function reachableStatements(ts: TypeScript, statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const last = statements.findIndex((statement) => alwaysLeaves(ts, statement));
  if (last < 0) return statements;
  return statements.filter((statement, index) => index <= last || ts.isFunctionDeclaration(statement));
}

function alwaysLeaves(ts: TypeScript, statement: ts.Statement): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return true;
  if (ts.isBlock(statement)) return statement.statements.some((inner) => alwaysLeaves(ts, inner));
  if (ts.isIfStatement(statement) && statement.expression.kind === ts.SyntaxKind.TrueKeyword) {
    return alwaysLeaves(ts, statement.thenStatement);
  }
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return false;
  const { root, members } = readCallee(ts, statement.expression.expression);
  return root === 'process' && members.length === 1 && (members[0] === 'exit' || members[0] === 'abort');
}
