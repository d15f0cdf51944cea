import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import { readCallee } from './runner-names.ts';

const ENDING_MEMBERS: ReadonlySet<string> = new Set(['exit', 'abort', 'reallyExit']);
/** Functions that call their argument later, although no test calls it. */
const CALLING = /^(?:before|after|setup|teardown|suite(?:Setup|Teardown)|set(?:Timeout|Immediate)|queueMicrotask)/;
const CALLING_MEMBER = /^(?:before|after|on|once|nextTick|finally|then)/;

/** Whether a call ends the process: `process.exit(0)`, or `exit(0)` with `exit` from `node:process`. */
export function endsProcess(ts: TypeScript, node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const { root, members } = readCallee(ts, node.expression);
  if (root === 'process') return members.length === 1 && ENDING_MEMBERS.has(members[0] ?? '');
  return root === 'exit' && members.length === 0;
}

/**
 * Whether the statements of a file or a suite end the process, or set its exit code, while tests can still run: at the
 * end, in a hook or a timer, or when the process exits. The runner then reports no failure.
 */
export function containsProcessEnd(ts: TypeScript, statements: readonly ts.Statement[]): boolean {
  return statements.some((statement) => {
    if (!ts.isExpressionStatement(statement)) return false;
    let { expression } = statement;
    if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) ({ expression } = expression);
    if (endsProcess(ts, expression) || setsExitCode(ts, expression)) return true;
    if (!ts.isCallExpression(expression)) return false;
    const { root = '', members } = readCallee(ts, expression.expression);
    const isCalled = members.length === 0 ? CALLING.test(root) : CALLING_MEMBER.test(members.at(-1) ?? '');
    return isCalled && expression.arguments.some((argument) => containsInside(ts, argument));
  });
}

function containsInside(ts: TypeScript, node: ts.Node): boolean {
  let found = false;
  const visit = (child: ts.Node): void => {
    found ||= endsProcess(ts, child) || setsExitCode(ts, child);
    if (!found) ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

function setsExitCode(ts: TypeScript, node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const { left } = node;
  return (
    ts.isPropertyAccessExpression(left) && left.name.text === 'exitCode' && left.expression.getText() === 'process'
  );
}
