import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import {
  combineConditions,
  constantValue,
  negate,
  readEnvironmentVariable,
  type ConditionValue,
} from '../syntax/condition-value.ts';
import { readConstant } from './go-expressions.ts';

const VARIABLE = /^os\.Getenv\(\s*["`](\w+)["`]\s*\)$/;

/** The value of a condition; `undefined` if it is not known. */
export function readCondition(node: SyntaxNode | null): ConditionValue | undefined {
  const constant = readConstant(node);
  if (constant !== undefined) return constantValue(constant);
  const children = node === null ? [] : childrenOf(node);
  switch (node?.type) {
    case 'parenthesized_expression':
      return readCondition(children[0] ?? null);
    case 'unary_expression':
      return node.text.startsWith('!') ? negate(readCondition(children[0] ?? null)) : undefined;
    case 'binary_expression':
      return readBinary(node.childForFieldName('operator')?.type ?? '', children);
    default:
      return undefined;
  }
}

function readBinary(operator: string, children: readonly SyntaxNode[]): ConditionValue | undefined {
  if (operator === '&&' || operator === '||') {
    return combineConditions(operator === '||' ? 'or' : 'and', children.map(readCondition));
  }
  const [left, right] = children;
  if (left === undefined || right === undefined) return undefined;
  if (left.type === 'int_literal' && right.type === 'int_literal') {
    return compareNumbers(Number(left.text), operator, Number(right.text));
  }
  const name = (VARIABLE.exec(left.text) ?? VARIABLE.exec(right.text))?.[1];
  if (name === undefined || !/^[=!]=$/.test(operator)) return undefined;
  const value = readEnvironmentVariable(name);
  const isNothing = [left, right].some(({ text }) => text === '""' || text === '``');
  const isEqual = isNothing ? negate(value) : value;
  return operator === '==' ? isEqual : negate(isEqual);
}

function compareNumbers(one: number, operator: string, other: number): ConditionValue | undefined {
  switch (operator) {
    case '==':
      return constantValue(one === other);
    case '!=':
      return constantValue(one !== other);
    case '<':
      return constantValue(one < other);
    case '>':
      return constantValue(one > other);
    case '<=':
      return constantValue(one <= other);
    case '>=':
      return constantValue(one >= other);
    default:
      return undefined;
  }
}
