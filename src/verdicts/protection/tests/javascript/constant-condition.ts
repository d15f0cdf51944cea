import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import {
  combineConditions,
  constantValue,
  negate,
  readEnvironmentVariable,
  type ConditionValue,
} from '../syntax/condition-value.ts';

const MAX_DEPTH = 10;

/** The value of a condition; `undefined` if it is not known. Constants of the file count as their values. */
export function readCondition(ts: TypeScript, node: ts.Expression, depth = 0): ConditionValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const read = (inner: ts.Expression): ConditionValue | undefined => readCondition(ts, inner, depth + 1);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node)) {
    return read(node.expression);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return negate(read(node.operand));
  const variable = findEnvironmentVariable(ts, node);
  if (variable !== undefined) return readEnvironmentVariable(variable);
  if (ts.isBinaryExpression(node)) return readBinary(ts, node, read);
  if (ts.isCallExpression(node) && node.expression.getText() === 'Boolean' && node.arguments[0] !== undefined) {
    return read(node.arguments[0]);
  }
  const literal = readLiteral(ts, node);
  if (literal !== undefined) return constantValue(Boolean(literal.value));
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isArrowFunction(node)) {
    return constantValue(true);
  }
  if (!ts.isIdentifier(node)) return undefined;
  const constant = listConstants(ts, node.getSourceFile()).get(node.text);
  if (constant !== undefined) return read(constant);
  // The packages `ci-info`, `is-ci` and `std-env`.
  return /^is_?ci$/i.test(node.text) ? readEnvironmentVariable('CI') : undefined;
}

function readBinary(
  ts: TypeScript,
  { left, operatorToken, right }: ts.BinaryExpression,
  read: (node: ts.Expression) => ConditionValue | undefined,
): ConditionValue | undefined {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return combineConditions('and', [read(left), read(right)]);
    case ts.SyntaxKind.BarBarToken:
      return combineConditions('or', [read(left), read(right)]);
    case ts.SyntaxKind.InKeyword: {
      const isEnvironment = /^(?:process|import\.meta)\.env$/.test(right.getText());
      return isEnvironment && ts.isStringLiteralLike(left) ? readEnvironmentVariable(left.text) : undefined;
    }
    default:
      return readComparison(ts, left, operatorToken.getText(), right);
  }
}

function readComparison(
  ts: TypeScript,
  left: ts.Expression,
  operator: string,
  right: ts.Expression,
): ConditionValue | undefined {
  if (!/^(?:[=!]==?|[<>]=?)$/.test(operator)) return undefined;
  const [one, other] = [readLiteral(ts, left), readLiteral(ts, right)];
  if (one !== undefined && other !== undefined) return constantValue(compare(one.value, operator, other.value));
  const variable = findEnvironmentVariable(ts, left) ?? findEnvironmentVariable(ts, right);
  const literal = one ?? other;
  if (variable === undefined || literal === undefined || !/^[=!]==?$/.test(operator)) return undefined;
  const value = readEnvironmentVariable(variable);
  // The value of a set variable is taken to be the one that it is compared with.
  const isEqual = literal.value === undefined || literal.value === null || literal.value === '' ? negate(value) : value;
  return operator.startsWith('=') ? isEqual : negate(isEqual);
}

type Primitive = string | number | boolean | null | undefined;

function compare(one: Primitive, operator: string, other: Primitive): boolean {
  if (/^[=!]/.test(operator)) return (one === other) === operator.startsWith('=');
  const [left, right] = [Number(one), Number(other)];
  const isEqual = operator.endsWith('=') && left === right;
  return isEqual || (operator.startsWith('<') ? left < right : left > right);
}

function readLiteral(ts: TypeScript, node: ts.Expression): { readonly value: Primitive } | undefined {
  if (ts.isParenthesizedExpression(node)) return readLiteral(ts, node.expression);
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === 'undefined')) return { value: undefined };
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { value: true };
    case ts.SyntaxKind.FalseKeyword:
      return { value: false };
    case ts.SyntaxKind.NullKeyword:
      return { value: null };
    default:
      return undefined;
  }
}

/** The name of the variable that `process.env.CI`, `process.env['CI']` or `import.meta.env.CI` reads. */
function findEnvironmentVariable(ts: TypeScript, node: ts.Expression): string | undefined {
  const isMember = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (!isMember || !/^(?:globalThis\.)?(?:process|import\.meta)\??\.env$|^env$/.test(node.expression.getText()))
    return undefined;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

const CONSTANTS = new WeakMap<ts.SourceFile, ReadonlyMap<string, ts.Expression>>();

/** The values of the constants of a file, by name. A name with several declarations is left out. */
export function listConstants(ts: TypeScript, source: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const known = CONSTANTS.get(source);
  if (known !== undefined) return known;
  const constants = new Map<string, ts.Expression>();
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    ) {
      const name = node.name.text;
      const isConstant = ts.isVariableDeclaration(node) && (node.parent.flags & ts.NodeFlags.Const) !== 0;
      if (isConstant && node.initializer !== undefined && !names.has(name)) constants.set(name, node.initializer);
      else constants.delete(name);
      names.add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  CONSTANTS.set(source, constants);
  return constants;
}
