import { formatDimension } from '../expressions/dimension.ts';
import { checkExpression } from '../expressions/check-expression.ts';
import { ExpressionError, isComparison, type ExpressionNode } from '../expressions/expression-node.ts';
import { describeType, type ExpressionScope } from '../expressions/expression-type.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import type { Unit } from '../expressions/units.ts';
import { rangeInScalar, type PlacedDefinition } from './placed-definition.ts';
import type { RegisteredComparison, RegisteredConstraint } from './registry.ts';
import { definedValuesOf, expressionTypeOf, type ParameterRule, type ValueRule } from './value-rule.ts';

/** Parses and checks the expressions of a definition. Reports those that do not fit, with the position of the mistake. */
export function registerConstraints(
  one: PlacedDefinition,
  parameters: ReadonlyMap<string, ParameterRule>,
  messageProperties: ReadonlyMap<string, ValueRule>,
): readonly RegisteredConstraint[] {
  const scope: ExpressionScope = {
    parameters: new Map(
      [...parameters].map(([name, rule]) => [name, { type: expressionTypeOf(rule), defined: definedValuesOf(rule) }]),
    ),
    messageProperties: new Map([...messageProperties].map(([name, rule]) => [name, expressionTypeOf(rule)])),
  };
  return one.definition.constraints.flatMap(({ id, title, expression, severity, required }, index) => {
    const node = checkConstraint(one, ['constraints', index, 'expression'], id, expression, scope);
    if (node === undefined) return [];
    const comparison = comparisonOf(node, scope, parameters);
    const location = one.locationOf(['constraints', index, 'expression']);
    return [{ id, title, expression, node, comparison, severity, required, location }];
  });
}

function checkConstraint(
  one: PlacedDefinition,
  path: readonly (string | number)[],
  id: string,
  expression: string,
  scope: ExpressionScope,
): ExpressionNode | undefined {
  try {
    const node = parseExpression(expression);
    const type = checkExpression(node, scope);
    if (type.kind !== 'boolean') {
      const advice = 'It must be a comparison, such as value <= limit';
      throw new ExpressionError(`The expression gives ${describeType(type)}. ${advice}`, node);
    }
    return node;
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    const { start, end } = thrown.range;
    const range = rangeInScalar(one.document, [...one.path, ...path], expression, { start, end });
    const message = `the constraint ${id} is invalid at character ${start + 1} ("${expression.slice(start, end)}"): ${endSentence(thrown.message)}`;
    one.error('invalid-expression', message, path, range);
    return undefined;
  }
}

/** The two sides of a constraint that is a comparison as a whole. */
function comparisonOf(
  node: ExpressionNode,
  scope: ExpressionScope,
  parameters: ReadonlyMap<string, ParameterRule>,
): RegisteredComparison | undefined {
  if (node.kind !== 'binary' || !isComparison(node.operator)) return undefined;
  const { operator, left, right } = node;
  const type = checkExpression(right, scope);
  const unit = unitOf(right, parameters) ?? unitOf(left, parameters);
  const baseUnit = type.kind === 'number' && unit === undefined ? formatDimension(type.dimension) : '';
  return { operator, value: left, limit: right, unit, baseUnit };
}

/** The unit of a parameter or of a number as written. */
function unitOf(node: ExpressionNode, parameters: ReadonlyMap<string, ParameterRule>): Unit | undefined {
  if (node.kind === 'number') return node.unit;
  return node.kind === 'name' ? parameters.get(node.name)?.unit : undefined;
}

function endSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}
