import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import { branchesOf, combineExecutions, negate, type BranchExecution } from '../syntax/condition-value.ts';
import { readCondition } from './constant-condition.ts';
import type { FileLiterals } from './file-literals.ts';
import { endsProcess } from './process-end.ts';

/** Array methods that call a function for each element. */
const ITERATING: ReadonlySet<string> = new Set([
  'forEach',
  'map',
  'flatMap',
  'filter',
  'some',
  'every',
  'reduce',
  'find',
]);

/** A node and when it is executed, if the node around it is. */
export type Executed = readonly [node: ts.Node, execution: BranchExecution];

/**
 * The statements of a block. After one that can leave it, the others are executed sometimes or never, apart from the
 * functions that they declare.
 */
export function listStatements<Statement extends ts.Node>(
  ts: TypeScript,
  statements: readonly Statement[],
): (readonly [Statement, BranchExecution])[] {
  let execution: BranchExecution = 'always';
  return statements.map((statement) => {
    const own = ts.isFunctionDeclaration(statement) ? 'always' : execution;
    execution = combineExecutions(execution, restAfter(ts, statement));
    return [statement, own] as const;
  });
}

/** When what follows a statement is executed. A failure that is thrown under a condition hides nothing. */
function restAfter(ts: TypeScript, statement: ts.Node): BranchExecution {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isBreakOrContinueStatement(statement)) {
    return 'never';
  }
  if (ts.isBlock(statement)) {
    return statement.statements.reduce<BranchExecution>(
      (execution, inner) => combineExecutions(execution, restAfter(ts, inner)),
      'always',
    );
  }
  if (ts.isIfStatement(statement)) {
    const { thenStatement, elseStatement, expression } = statement;
    const condition = readCondition(ts, expression);
    const [then, otherwise] = branchesOf(condition);
    const branches = [
      { execution: then, statement: thenStatement },
      { execution: otherwise, statement: elseStatement },
    ].map((branch) => ({
      ...branch,
      rest: branch.statement === undefined ? 'always' : restAfter(ts, branch.statement),
    }));
    if (branches.every(({ execution, rest }) => execution === 'never' || rest === 'never')) return 'never';
    const isConstant = condition?.because === 'constant';
    const hides = branches.some(
      ({ execution, rest, statement: branch }) =>
        rest !== 'always' && !(isConstant && execution === 'never') && branch !== undefined && !onlyThrows(ts, branch),
    );
    return hides ? 'sometimes' : 'always';
  }
  if (ts.isTryStatement(statement)) {
    const { tryBlock, catchClause, finallyBlock } = statement;
    if (finallyBlock !== undefined && restAfter(ts, finallyBlock) === 'never') return 'never';
    const leaves = (block: ts.Block): boolean => restAfter(ts, block) === 'never' && !onlyThrows(ts, block);
    const isLeft = leaves(tryBlock) && (catchClause === undefined || restAfter(ts, catchClause.block) === 'never');
    return isLeft ? 'never' : 'always';
  }
  return ts.isExpressionStatement(statement) && endsProcess(ts, statement.expression) ? 'never' : 'always';
}

function onlyThrows(ts: TypeScript, statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && ts.isThrowStatement(last);
}

/** The children of a node, each with when it is executed. */
export function listExecuted(ts: TypeScript, node: ts.Node, literals: FileLiterals): readonly Executed[] {
  if (ts.isBlock(node) || ts.isSourceFile(node)) return listStatements(ts, node.statements);
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  const execution = listBranches(ts, node, literals);
  return children.map((child) => [child, execution.find(([branch]) => branch === child)?.[1] ?? 'always']);
}

function listBranches(ts: TypeScript, node: ts.Node, literals: FileLiterals): readonly Executed[] {
  if (ts.isIfStatement(node)) {
    const [then, otherwise] = branchesOf(readCondition(ts, node.expression));
    const { thenStatement, elseStatement } = node;
    return [[thenStatement, then], ...(elseStatement === undefined ? [] : [[elseStatement, otherwise] as const])];
  }
  if (ts.isConditionalExpression(node)) {
    const [then, otherwise] = branchesOf(readCondition(ts, node.condition));
    return [
      [node.whenTrue, then],
      [node.whenFalse, otherwise],
    ];
  }
  if (ts.isWhileStatement(node)) return [[node.statement, branchesOf(readCondition(ts, node.expression))[0]]];
  if (ts.isForStatement(node) && node.condition !== undefined) {
    const [body] = branchesOf(readCondition(ts, node.condition));
    return [[node.statement, body === 'never' || isEmptyCount(ts, node) ? 'never' : 'always']];
  }
  if (ts.isForOfStatement(node)) {
    return [[node.statement, literals.countElements(node.expression) === 0 ? 'never' : 'always']];
  }
  if (ts.isCallExpression(node)) return listArguments(ts, node, literals);
  if (ts.isSwitchStatement(node)) return [[node.caseBlock, 'always']];
  if (ts.isCaseBlock(node)) return listClauses(ts, node);
  if (!ts.isBinaryExpression(node)) return [];
  const { left, operatorToken, right } = node;
  const condition = readCondition(ts, left);
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return [[right, branchesOf(condition)[0]]];
    case ts.SyntaxKind.BarBarToken:
      return [[right, branchesOf(negate(condition))[0]]];
    case ts.SyntaxKind.QuestionQuestionToken:
      return [[right, isNeverNullish(ts, left) ? 'never' : 'sometimes']];
    default:
      return [];
  }
}

/** Whether an expression is a literal with a value. */
function isNeverNullish(ts: TypeScript, node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword
  );
}

/** Whether a loop counts up to a number that it starts from or above: `let i = 0; i < 0`. */
function isEmptyCount(ts: TypeScript, { initializer, condition }: ts.ForStatement): boolean {
  const [declared] =
    initializer !== undefined && ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
  if (declared?.initializer === undefined || condition === undefined || !ts.isBinaryExpression(condition)) return false;
  const { left, operatorToken, right } = condition;
  const isCounted = left.getText() === declared.name.getText() && operatorToken.kind === ts.SyntaxKind.LessThanToken;
  const numbers = [declared.initializer, right].map((node) => (ts.isNumericLiteral(node) ? Number(node.text) : NaN));
  return isCounted && (numbers[0] ?? 0) >= (numbers[1] ?? 0);
}

/** A function is not called for the elements of an empty list, nor after a promise that is always rejected. */
function listArguments(ts: TypeScript, call: ts.CallExpression, literals: FileLiterals): readonly Executed[] {
  // `undefined?.(…)` evaluates no argument.
  const isNothing =
    call.questionDotToken !== undefined && /^(?:undefined|null|void 0)$/.test(call.expression.getText());
  if (isNothing) return call.arguments.map((argument): Executed => [argument, 'never']);
  if (!ts.isPropertyAccessExpression(call.expression)) return [];
  const { expression, name } = call.expression;
  const isEmpty = ITERATING.has(name.text) && literals.countElements(expression) === 0;
  const isRejected = name.text === 'then' && /^Promise\.reject\(/.test(expression.getText());
  if (!isEmpty && !isRejected) return [];
  return call.arguments.map((argument): Executed => [argument, 'never']);
}

function listClauses(ts: TypeScript, block: ts.CaseBlock): readonly Executed[] {
  const { expression: value } = block.parent;
  const isKnown = (node: ts.Expression): boolean =>
    ts.isLiteralExpression(node) || /^(?:true|false)$/.test(node.getText());
  return block.clauses.map((clause, index): Executed => {
    const previous = block.clauses[index - 1];
    const fallsThrough = previous !== undefined && restAfter(ts, previous.statements.at(-1) ?? previous) !== 'never';
    const isExcluded =
      ts.isCaseClause(clause) &&
      isKnown(value) &&
      isKnown(clause.expression) &&
      value.getText() !== clause.expression.getText();
    return [clause, isExcluded && !fallsThrough ? 'never' : 'sometimes'];
  });
}
