import { exponentOf } from './check-expression.ts';
import { ExpressionError, isComparison, isLogical, type BinaryNode, type ExpressionNode } from './expression-node.ts';
import type { DefinedValues } from './expression-type.ts';
import { DEFINITION_FUNCTIONS, isOneOf } from './functions.ts';
import { isClose } from './tolerance.ts';
import { toBaseUnits } from './units.ts';

/** A value of an expression. Numbers are in base units. */
export type ExpressionValue = number | string | boolean;

export interface EvaluationMessage {
  readonly name: string;
  readonly properties: ReadonlyMap<string, ExpressionValue>;
}

/** The values of the names. */
export interface EvaluationValues {
  /** `undefined` if no value is known. With `nominal: false`, only a value of an artifact counts. */
  readonly parameter: (name: string, options?: { readonly nominal?: boolean }) => ExpressionValue | undefined;
  readonly defined: (name: string) => DefinedValues | undefined;
  readonly messages: readonly EvaluationMessage[];
}

/** Thrown if an expression needs a value that is not known. */
export class MissingValueError extends Error {
  /** For example `no value for bitrate`. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'MissingValueError';
    this.reason = reason;
  }
}

/** Thrown if a number that an expression needs is not finite, for example after a division by zero. */
export class NotFiniteError extends Error {
  constructor() {
    super('A number is not finite');
    this.name = 'NotFiniteError';
  }
}

/**
 * Evaluates an expression that `checkExpression` accepted, so the types of its values are known. The work is bounded by the
 * size of the expression times the number of messages.
 *
 * @throws MissingValueError if a value is not known
 * @throws NotFiniteError if a part of the expression is not a finite number, even if the rest hides it
 */
export function evaluateExpression(node: ExpressionNode, values: EvaluationValues): ExpressionValue {
  return evaluate(node, values, undefined);
}

function evaluate(
  node: ExpressionNode,
  values: EvaluationValues,
  message: EvaluationMessage | undefined,
): ExpressionValue {
  const value = evaluateNode(node, values, message);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new NotFiniteError();
  return value;
}

function evaluateNode(
  node: ExpressionNode,
  values: EvaluationValues,
  message: EvaluationMessage | undefined,
): ExpressionValue {
  switch (node.kind) {
    case 'number':
      return toBaseUnits(node.value, node.unit);
    case 'string':
    case 'boolean':
      return node.value;
    case 'name':
      return valueOfName(node.name, values, message);
    case 'unary':
      return node.operator === '-'
        ? -numberOf(node.operand, values, message)
        : !booleanOf(node.operand, values, message);
    case 'binary':
      return evaluateBinary(node, values, message);
    case 'call': {
      const [first, ...others] = node.arguments;
      if (first?.kind === 'name' && first.name === 'messages') return evaluateMessages(node.name, others, values);
      if (first?.kind === 'name' && isOneOf(DEFINITION_FUNCTIONS, node.name)) {
        return values.defined(first.name)?.[node.name] ?? missing(`no ${node.name} value for ${first.name}`);
      }
      return applyFunction(
        node,
        node.arguments.map((argument) => numberOf(argument, values, message)),
      );
    }
  }
}

function valueOfName(name: string, values: EvaluationValues, message: EvaluationMessage | undefined): ExpressionValue {
  const property = message?.properties.get(name);
  if (property !== undefined) return property;
  return (
    values.parameter(name) ??
    missing(message === undefined ? `no value for ${name}` : `no value for ${name} in the message ${message.name}`)
  );
}

function evaluateBinary(
  node: BinaryNode,
  values: EvaluationValues,
  message: EvaluationMessage | undefined,
): ExpressionValue {
  const { operator, left, right } = node;
  if (isLogical(operator)) {
    const isTrue = booleanOf(left, values, message);
    if (operator === '&&') return isTrue && booleanOf(right, values, message);
    return isTrue || booleanOf(right, values, message);
  }
  if (isComparison(operator)) {
    return compareValues(operator, evaluate(left, values, message), evaluate(right, values, message));
  }
  const base = numberOf(left, values, message);
  if (operator === '**') return base ** exponentOf(right);
  const other = numberOf(right, values, message);
  switch (operator) {
    case '+':
      return base + other;
    case '-':
      return base - other;
    case '*':
      return base * other;
    case '/':
      return base / other;
  }
}

/** Compares two values of one type. Numbers that differ by rounding only are equal. */
export function compareValues(
  operator: '<' | '<=' | '>' | '>=' | '==' | '!=',
  left: ExpressionValue,
  right: ExpressionValue,
): boolean {
  const isEqual = typeof left === 'number' && typeof right === 'number' ? isClose(left, right) : left === right;
  switch (operator) {
    case '==':
      return isEqual;
    case '!=':
      return !isEqual;
    case '<':
      return left < right && !isEqual;
    case '<=':
      return left < right || isEqual;
    case '>':
      return left > right && !isEqual;
    case '>=':
      return left > right || isEqual;
  }
}

function evaluateMessages(name: string, others: readonly ExpressionNode[], values: EvaluationValues): number {
  const [value, condition] = name === 'count' ? [undefined, others[0]] : others;
  const selected = values.messages.filter(
    (message) => condition === undefined || booleanOf(condition, values, message),
  );
  if (name === 'count' || value === undefined) return selected.length;
  const numbers = selected.map((message) => numberOf(value, values, message));
  if (name !== 'sum' && numbers.length === 0) return missing('no messages');
  switch (name) {
    case 'sum':
      return sumOf(numbers);
    case 'average':
      return sumOf(numbers) / numbers.length;
    case 'min':
      return numbers.reduce((lowest, number) => Math.min(lowest, number), Infinity);
    default:
      return numbers.reduce((highest, number) => Math.max(highest, number), -Infinity);
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function applyFunction(node: Extract<ExpressionNode, { kind: 'call' }>, numbers: readonly number[]): number {
  const [first = NaN] = numbers;
  switch (node.name) {
    case 'abs':
      return Math.abs(first);
    case 'sqrt':
      return Math.sqrt(first);
    case 'floor':
      return Math.floor(first);
    case 'ceil':
      return Math.ceil(first);
    case 'round':
      return Math.round(first);
    case 'min':
      return Math.min(...numbers);
    case 'max':
      return Math.max(...numbers);
    default:
      throw new ExpressionError(`Unknown function "${node.name}"`, node);
  }
}

function numberOf(node: ExpressionNode, values: EvaluationValues, message: EvaluationMessage | undefined): number {
  const value = evaluate(node, values, message);
  if (typeof value !== 'number') throw new ExpressionError('A number is needed here', node);
  return value;
}

function booleanOf(node: ExpressionNode, values: EvaluationValues, message: EvaluationMessage | undefined): boolean {
  const value = evaluate(node, values, message);
  if (typeof value !== 'boolean') throw new ExpressionError('A condition is needed here', node);
  return value;
}

function missing(reason: string): never {
  throw new MissingValueError(reason);
}
