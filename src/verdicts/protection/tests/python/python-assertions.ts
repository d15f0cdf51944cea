import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import { isConstant, positionalArguments } from './python-expressions.ts';

/** The errors that contain a failed assertion. */
export const ASSERTION_ERROR = /^(?:AssertionError|Exception|BaseException)$/;

/** Whether an `except` catches a failed assertion and does nothing with it. */
export function ignoresErrors(clause: SyntaxNode): boolean {
  const [first] = childrenOf(clause);
  const caught = first?.type === 'block' ? ['Exception'] : (first?.text.match(/\w+/g) ?? []);
  const block = childrenOf(clause).findLast(({ type }) => type === 'block');
  if (block === undefined || !caught.some((name) => ASSERTION_ERROR.test(name))) return false;
  const acting = ['raise_statement', 'assert_statement', 'assignment', 'augmented_assignment'];
  if (block.descendantsOfType(acting).length > 0) return false;
  return block.descendantsOfType('call').every((call) => call?.childForFieldName('function')?.text === 'print');
}

/** Whether a condition accepts almost any value: `value`, `value.name`, `value[0]`, `value is not None`. */
export function isWeakCondition(condition: SyntaxNode): boolean {
  if (['identifier', 'attribute', 'subscript'].includes(condition.type)) return true;
  return (
    condition.type === 'comparison_operator' && /(?:\bis\s+not\s+None|!=\s*(?:\d+|""|''|None))$/.test(condition.text)
  );
}

/** `self.assertTrue(True)`, `self.assertEqual(1, 1)`, `self.assertEqual(a, a)` */
export function isTrivialCall(call: SyntaxNode, names: readonly string[]): boolean {
  const values = positionalArguments(call);
  if (values.length === 0 || names.some((name) => /fail/i.test(name))) return false;
  const [one, other] = values;
  const isEquality = /^assert_?equals?$/i.test(names.at(-1) ?? '');
  if (isEquality && one?.type === 'identifier' && one.text === other?.text) return true;
  return values.every(isConstant);
}
