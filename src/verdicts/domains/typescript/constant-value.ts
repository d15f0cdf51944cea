import type { ts } from 'ts-morph';
import { unwrapExpression } from '../../../code/declarations/unwrap-expression.ts';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';

export type Scalar = number | string | boolean;

/** The expressions of the constants at the top level of a script, by name. */
export type Constants = ReadonlyMap<string, ts.Expression>;

/** Lists the constants at the top level of a script. */
export function constantsOf(typescript: TypeScript, source: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>();
  for (const statement of source.statements) {
    if (!typescript.isVariableStatement(statement)) continue;
    if (!(statement.declarationList.flags & typescript.NodeFlags.Const)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (typescript.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
    }
  }
  return constants;
}

const MAX_DEPTH = 50;

/**
 * The value of an expression that consists of literals, arithmetic and constants of the same script. Runs no code.
 * `undefined` for any other expression.
 */
export function evaluateConstant(
  typescript: TypeScript,
  expression: ts.Expression,
  constants: Constants,
  depth = 0,
): Scalar | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const inner = unwrapExpression(typescript, expression);
  const evaluate = (part: ts.Expression): Scalar | undefined =>
    evaluateConstant(typescript, part, constants, depth + 1);
  if (typescript.isNumericLiteral(inner)) return Number(inner.text);
  if (typescript.isStringLiteralLike(inner)) return inner.text;
  if (inner.kind === typescript.SyntaxKind.TrueKeyword) return true;
  if (inner.kind === typescript.SyntaxKind.FalseKeyword) return false;
  if (typescript.isIdentifier(inner)) {
    const constant = constants.get(inner.text);
    return constant === undefined ? undefined : evaluate(constant);
  }
  if (typescript.isPrefixUnaryExpression(inner)) {
    const operand = evaluate(inner.operand);
    if (typeof operand !== 'number') return undefined;
    if (inner.operator === typescript.SyntaxKind.MinusToken) return -operand;
    return inner.operator === typescript.SyntaxKind.PlusToken ? operand : undefined;
  }
  if (!typescript.isBinaryExpression(inner)) return undefined;
  const left = evaluate(inner.left);
  const right = evaluate(inner.right);
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const value = calculate(typescript, inner.operatorToken.kind, left, right);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function calculate(typescript: TypeScript, operator: ts.SyntaxKind, left: number, right: number): number | undefined {
  switch (operator) {
    case typescript.SyntaxKind.PlusToken:
      return left + right;
    case typescript.SyntaxKind.MinusToken:
      return left - right;
    case typescript.SyntaxKind.AsteriskToken:
      return left * right;
    case typescript.SyntaxKind.SlashToken:
      return left / right;
    case typescript.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    default:
      return undefined;
  }
}

/** The value of a literal type, for example of `payload: 8` in an interface. */
export function evaluateType(typescript: TypeScript, type: ts.TypeNode): Scalar | undefined {
  if (!typescript.isLiteralTypeNode(type)) return undefined;
  const { literal } = type;
  return literal.kind === typescript.SyntaxKind.NullKeyword
    ? undefined
    : evaluateConstant(typescript, literal, new Map());
}
