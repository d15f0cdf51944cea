import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import {
  combineConditions,
  constantValue,
  negate,
  readEnvironmentVariable,
  type ConditionValue,
} from '../syntax/condition-value.ts';
import { readConstant } from './python-expressions.ts';

/** `os.environ.get('CI')`, `os.getenv('CI', '')`, `environ['CI']` */
const VARIABLE =
  /^(?:os\.)?(?:environ\.get\(|getenv\(|environ\[)\s*["'](\w+)["']\s*(?:,\s*(?:["']{2}|None|False|0|["']0["'])\s*)?[)\]]$/;

/** The value of a condition; `undefined` if it is not known. */
export function readCondition(node: SyntaxNode | null): ConditionValue | undefined {
  const constant = readConstant(node);
  if (constant !== undefined) return constantValue(constant);
  // Neither a runner nor an import executes the main program.
  if (node !== null && /^__name__\s*==\s*["']__main__["']$/.test(node.text)) return constantValue(false);
  const children = node === null ? [] : childrenOf(node);
  switch (node?.type) {
    case 'parenthesized_expression':
      return readCondition(children[0] ?? null);
    case 'not_operator':
      return negate(readCondition(children[0] ?? null));
    case 'boolean_operator':
      return combineConditions(
        node.childForFieldName('operator')?.type === 'or' ? 'or' : 'and',
        children.map(readCondition),
      );
    case 'comparison_operator':
      return readComparison(node);
    case 'call':
      if (/^bool\(/.test(node.text)) return readVariable(/^bool\(([^]*)\)$/.exec(node.text)?.[1] ?? '');
      return readVariable(node.text);
    case 'subscript':
      return readVariable(node.text);
    default:
      return undefined;
  }
}

function readVariable(text: string): ConditionValue | undefined {
  const name = VARIABLE.exec(text.trim())?.[1];
  return name === undefined ? undefined : readEnvironmentVariable(name);
}

function readComparison(node: SyntaxNode): ConditionValue | undefined {
  const [left, right] = childrenOf(node);
  const operator = node.children.flatMap((child) => (child === null || child.isNamed ? [] : child.text)).join(' ');
  if (left === undefined || right === undefined) return undefined;
  if (
    /^(?:not )?in$/.test(operator) &&
    /^(?:os\.)?environ(?:\.keys\(\))?$/.test(right.text) &&
    left.type === 'string'
  ) {
    const value = readEnvironmentVariable(left.text.replaceAll(/["']/g, ''));
    return operator === 'in' ? value : negate(value);
  }
  if (left.type === 'integer' && right.type === 'integer') return compareNumbers(left.text, operator, right.text);
  const value = readVariable(left.text) ?? readVariable(right.text);
  if (value === undefined || !/^(?:==|!=|is|is not)$/.test(operator)) return undefined;
  const isNothing = [left, right].some((side) => /^(?:None|""|'')$/.test(side.text));
  const isEqual = isNothing ? negate(value) : value;
  return operator === '==' || operator === 'is' ? isEqual : negate(isEqual);
}

function compareNumbers(left: string, operator: string, right: string): ConditionValue | undefined {
  const [one, other] = [Number(left), Number(right)];
  switch (operator) {
    case '==':
      return constantValue(one === other);
    case '!=':
      return constantValue(one !== other);
    case '<':
    case '<=':
      return constantValue(one < other || (operator === '<=' && one === other));
    case '>':
    case '>=':
      return constantValue(one > other || (operator === '>=' && one === other));
    default:
      return undefined;
  }
}
