import { didYouMean } from '../../../foundation/name-suggestions.ts';
import { formatDimension, multiplyDimensions, NO_DIMENSION, raiseDimension, type Dimension } from './dimension.ts';
import { ExpressionError, isComparison, isLogical, type BinaryNode, type ExpressionNode } from './expression-node.ts';
import {
  describeType,
  isSameType,
  numberTypeOf,
  type ExpressionScope,
  type ExpressionType,
} from './expression-type.ts';
import {
  DEFINITION_FUNCTIONS,
  EXPRESSION_FUNCTIONS,
  isOneOf,
  MESSAGE_FUNCTIONS,
  NUMBER_FUNCTIONS,
} from './functions.ts';

type CallNode = Extract<ExpressionNode, { kind: 'call' }>;

/** The largest exponent of `**`. */
const MAX_EXPONENT = 9;

/**
 * Determines the type of an expression before any value is known: every name exists, every operation fits the units of its
 * operands.
 *
 * @throws ExpressionError with the position of the mistake
 */
export function checkExpression(node: ExpressionNode, scope: ExpressionScope): ExpressionType {
  return new ExpressionChecker(scope).check(node, false);
}

class ExpressionChecker {
  readonly #scope: ExpressionScope;

  constructor(scope: ExpressionScope) {
    this.#scope = scope;
  }

  /** @param inMessage whether the properties of a message are known */
  check(node: ExpressionNode, inMessage: boolean): ExpressionType {
    switch (node.kind) {
      case 'number':
        return numberTypeOf(node.unit);
      case 'string':
      case 'boolean':
        return { kind: node.kind };
      case 'name':
        return this.#checkName(node, inMessage);
      case 'unary': {
        const type = this.check(node.operand, inMessage);
        const expected = node.operator === '-' ? 'number' : 'boolean';
        if (type.kind !== expected) throw unfit(`"${node.operator}"`, type, node.operand);
        return type;
      }
      case 'binary':
        return this.#checkBinary(node, inMessage);
      case 'call':
        return this.#checkCall(node, inMessage);
    }
  }

  #checkName(node: Extract<ExpressionNode, { kind: 'name' }>, inMessage: boolean): ExpressionType {
    const { parameters, messageProperties } = this.#scope;
    const property = messageProperties.get(node.name);
    if (inMessage && property) return property;
    const parameter = parameters.get(node.name);
    if (parameter) return parameter.type;
    if (property) {
      const message = `"${node.name}" is a property of messages. Use it inside a function such as sum(messages, ${node.name})`;
      throw new ExpressionError(message, node);
    }
    const known = [...parameters.keys(), ...messageProperties.keys()];
    throw new ExpressionError(`Unknown name "${node.name}".${didYouMean(node.name, known)}`, node);
  }

  #checkBinary(node: BinaryNode, inMessage: boolean): ExpressionType {
    const { operator } = node;
    const left = this.check(node.left, inMessage);
    const right = this.check(node.right, inMessage);
    const name = `"${operator}"`;
    if (isLogical(operator)) {
      if (left.kind !== 'boolean') throw unfit(name, left, node.left);
      if (right.kind !== 'boolean') throw unfit(name, right, node.right);
      return { kind: 'boolean' };
    }
    if (isComparison(operator)) {
      const isEquality = operator === '==' || operator === '!=';
      if (!isEquality && left.kind !== 'number') throw unfit(name, left, node.left);
      if (!isSameType(left, right) || isPointWithDifference(left, right)) throw mismatch(name, left, right, node);
      return { kind: 'boolean' };
    }
    if (left.kind !== 'number') throw unfit(name, left, node.left);
    if (right.kind !== 'number') throw unfit(name, right, node.right);
    switch (operator) {
      case '+':
        if (!isSameType(left, right)) throw mismatch(name, left, right, node);
        if (left.scale === 'point' && right.scale === 'point') throw pointSum(name, node);
        return left.scale === 'point' ? left : right;
      case '-':
        if (!isSameType(left, right)) throw mismatch(name, left, right, node);
        return right.scale === 'point' ? { ...left, scale: 'difference' } : left;
      case '*':
        return { kind: 'number', dimension: multiplyDimensions(left.dimension, right.dimension) };
      case '/':
        return { kind: 'number', dimension: multiplyDimensions(left.dimension, right.dimension, -1) };
      case '**':
        return { kind: 'number', dimension: raiseDimension(left.dimension, exponentOf(node.right)) };
    }
  }

  #checkCall(node: CallNode, inMessage: boolean): ExpressionType {
    const [first, ...others] = node.arguments;
    if (isOneOf(DEFINITION_FUNCTIONS, node.name)) return this.#checkDefinitionCall(node, node.name);
    if (first?.kind === 'name' && first.name === 'messages' && isOneOf(MESSAGE_FUNCTIONS, node.name)) {
      if (inMessage) throw new ExpressionError(`${node.name}(messages, …) cannot be nested`, node);
      return this.#checkMessageCall(node, others);
    }
    if (isOneOf(NUMBER_FUNCTIONS, node.name)) return this.#checkNumberCall(node, node.name, inMessage);
    if (isOneOf(MESSAGE_FUNCTIONS, node.name)) {
      throw new ExpressionError(`The first argument of ${node.name} must be "messages": ${usageOf(node.name)}`, node);
    }
    const names = EXPRESSION_FUNCTIONS.map(({ name }) => name);
    const message = `Unknown function "${node.name}".${didYouMean(node.name, names)} The functions are ${names.join(', ')}`;
    throw new ExpressionError(message, node);
  }

  #checkDefinitionCall(node: CallNode, name: (typeof DEFINITION_FUNCTIONS)[number]): ExpressionType {
    const [first] = node.arguments;
    const parameter = first?.kind === 'name' ? this.#scope.parameters.get(first.name) : undefined;
    if (first?.kind !== 'name' || node.arguments.length !== 1 || !parameter) {
      throw new ExpressionError(`The argument of ${name} must be a parameter: ${usageOf(name)}`, node);
    }
    if (parameter.defined[name] === undefined) {
      throw new ExpressionError(`The definition of "${first.name}" has no ${name} value that is a number`, node);
    }
    return parameter.type;
  }

  #checkMessageCall(node: CallNode, others: readonly ExpressionNode[]): ExpressionType {
    const isCount = node.name === 'count';
    const value = isCount ? undefined : others[0];
    const condition = isCount ? others[0] : others[1];
    const count = (value === undefined ? 0 : 1) + (condition === undefined ? 0 : 1);
    if (others.length !== count || (!isCount && value === undefined)) {
      throw new ExpressionError(`Wrong number of arguments: ${usageOf(node.name)}`, node);
    }
    if (condition !== undefined) {
      const type = this.check(condition, true);
      if (type.kind !== 'boolean') throw unfit(`the condition of ${node.name}`, type, condition);
    }
    if (value === undefined) return { kind: 'number', dimension: NO_DIMENSION };
    const type = this.check(value, true);
    if (type.kind !== 'number') throw unfit(node.name, type, value);
    if (node.name === 'sum' && type.scale === 'point') throw pointSum('sum', value);
    return type;
  }

  #checkNumberCall(node: CallNode, name: (typeof NUMBER_FUNCTIONS)[number], inMessage: boolean): ExpressionType {
    const isVariadic = name === 'min' || name === 'max';
    const [first, ...others] = node.arguments;
    if (first === undefined || (isVariadic ? others.length === 0 : others.length > 0)) {
      throw new ExpressionError(`Wrong number of arguments: ${usageOf(name)}`, node);
    }
    const type = this.check(first, inMessage);
    if (type.kind !== 'number') throw unfit(name, type, first);
    for (const other of others) {
      const otherType = this.check(other, inMessage);
      if (!isSameType(type, otherType) || isPointWithDifference(type, otherType)) {
        throw mismatch(name, type, otherType, other);
      }
    }
    if (name === 'sqrt') return { kind: 'number', dimension: rootOf(type.dimension, first) };
    const rounds = name === 'floor' || name === 'ceil' || name === 'round';
    if (rounds && type.dimension.size > 0) {
      const unit = formatDimension(type.dimension);
      throw new ExpressionError(
        `${name} needs a number without a unit. Divide by a unit first: the value is in ${unit}`,
        first,
      );
    }
    return type;
  }
}

/** The value of an exponent: a whole number, so that the unit of the power is known. */
export function exponentOf(node: ExpressionNode): number {
  const sign = node.kind === 'unary' && node.operator === '-' ? -1 : 1;
  const literal = node.kind === 'unary' ? node.operand : node;
  const isWhole = literal.kind === 'number' && literal.unit === undefined && Number.isInteger(literal.value);
  if (!isWhole || literal.value > MAX_EXPONENT) {
    throw new ExpressionError(`The exponent must be a whole number up to ${MAX_EXPONENT}`, node);
  }
  return sign * literal.value;
}

function rootOf(dimension: Dimension, node: ExpressionNode): Dimension {
  if ([...dimension.values()].some((power) => power % 2 !== 0)) {
    throw new ExpressionError(
      `sqrt needs the square of a unit, but the value is in ${formatDimension(dimension)}`,
      node,
    );
  }
  return raiseDimension(dimension, 0.5);
}

function usageOf(name: string): string {
  return EXPRESSION_FUNCTIONS.find((one) => one.name === name)?.usage ?? name;
}

function unfit(name: string, type: ExpressionType, node: ExpressionNode): ExpressionError {
  return new ExpressionError(`${describeType(type)} does not fit ${name}`, node);
}

/** Whether one type is a temperature in °C, for example, and the other one a difference of two. */
function isPointWithDifference(left: ExpressionType, right: ExpressionType): boolean {
  const scales = [left, right].map((type) => (type.kind === 'number' ? type.scale : undefined));
  return scales.includes('point') && scales.includes('difference');
}

function pointSum(name: string, node: ExpressionNode): ExpressionError {
  const message = `${name} adds values in units whose zero is not nothing, such as °C. Add a difference in K instead`;
  return new ExpressionError(message, node);
}

function mismatch(name: string, left: ExpressionType, right: ExpressionType, node: ExpressionNode): ExpressionError {
  return new ExpressionError(`${name} combines ${describeType(left)} and ${describeType(right)}`, node);
}
