import { childrenOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';
import { hasToken, type Rules } from './enclosing.ts';

interface Position {
  /** The types of the nodes that can contain the expression directly. */
  readonly parents: ReadonlySet<string>;
  readonly message: string;
  /** Whether the operators that begin with the expression belong to it. */
  readonly isWhole?: boolean;
}

/** Expressions that the grammar accepts everywhere, and the compiler only in some places. */
const POSITIONS: Readonly<Record<string, Position>> = {
  named_expression: {
    parents: new Set([
      'parenthesized_expression',
      'list',
      'set',
      'tuple',
      'argument_list',
      'subscript',
      'if_statement',
      'elif_clause',
      'while_statement',
      'match_statement',
      'decorator',
      // `f"{x:=5}"` is a format.
      'interpolation',
      'list_comprehension',
      'set_comprehension',
      'generator_expression',
      'if_clause',
    ]),
    message: 'An assignment expression needs parentheses here.',
    isWhole: true,
  },
  list_splat: {
    parents: new Set([
      'list',
      'set',
      'tuple',
      'expression_list',
      'expression_statement',
      'argument_list',
      'subscript',
      'match_statement',
      'type',
    ]),
    message: 'A starred expression is not possible here.',
    isWhole: true,
  },
  dictionary_splat: {
    parents: new Set(['dictionary', 'argument_list']),
    message: 'A mapping cannot be unpacked here.',
  },
  yield: {
    parents: new Set([
      'expression_statement',
      'parenthesized_expression',
      'assignment',
      'augmented_assignment',
      'interpolation',
    ]),
    message: 'yield needs parentheses here.',
  },
  splat_type: { parents: new Set(['type']), message: 'A starred type is not possible here.' },
  constrained_type: { parents: new Set(['type']), message: 'A type cannot have a bound here.' },
};
/** Expressions that need parentheses after a star, except in the arguments of a call. */
const LOOSE: ReadonlySet<string> = new Set([
  'boolean_operator',
  'comparison_operator',
  'conditional_expression',
  'lambda',
  'not_operator',
]);
/** Where a star needs a comma, which makes a tuple. */
const TUPLES: ReadonlySet<string> = new Set(['tuple', 'expression_statement', 'match_statement']);
const OPERATORS: ReadonlySet<string> = new Set([
  'binary_operator',
  'boolean_operator',
  'comparison_operator',
  'conditional_expression',
  'call',
  'attribute',
  'subscript',
]);

/** The rules for where an expression is possible. */
export const positionRules: Rules = {
  ...Object.fromEntries(Object.keys(POSITIONS).map((type) => [type, whyPositionRejected])),
  lambda: ({ parent }) =>
    parent !== null && (isLooseCondition(parent) || parent.type === 'for_in_clause' || parent.type === 'interpolation')
      ? 'A lambda needs parentheses here.'
      : undefined,
  as_pattern: (node) => (isAliasPossible(node) ? undefined : 'as is not possible here.'),
  keyword_pattern: (node) => (isOfClass(node) ? undefined : 'A keyword pattern is only possible for a class.'),
  splat_pattern: (node) => (isStarPatternPossible(node) ? undefined : 'A starred pattern is not possible here.'),
  await: ({ text }) =>
    /^await\s*(?:[-+~]|(?:not|lambda|await)\b)/.test(text) ? 'await needs parentheses here.' : undefined,
};

function whyPositionRejected(node: SyntaxNode): string | undefined {
  const { type } = node;
  const position = POSITIONS[type];
  // The grammar takes `x := a if b else c` and `*a + b` for operators whose left side is `x := a` and `*a`.
  const whole = position?.isWhole === true ? wholeExpression(node) : node;
  const { parent } = whole;
  if (parent === null) return undefined;
  if (position !== undefined && !position.parents.has(parent.type)) return position.message;
  switch (type) {
    case 'named_expression':
      return isLooseCondition(parent) ? position?.message : undefined;
    case 'list_splat':
    case 'dictionary_splat': {
      if (parent.type === 'type') return isTypeParameter(node, parent) ? undefined : position?.message;
      if (parent.type === 'argument_list') return undefined;
      if (TUPLES.has(parent.type) && !hasToken(parent, ',')) return position?.message;
      const operand = whole.id === node.id ? childrenOf(node)[0] : whole;
      return operand !== undefined && LOOSE.has(operand.type)
        ? 'The expression after the star needs parentheses.'
        : undefined;
    }
    case 'splat_type':
    case 'constrained_type':
      return isTypeParameter(node, parent) ? undefined : position?.message;
    default:
      return undefined;
  }
}

/** The outermost operator that begins with a node. */
function wholeExpression(node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  const isLeft = parent !== null && parent.startIndex === node.startIndex && OPERATORS.has(parent.type);
  return isLeft ? wholeExpression(parent) : node;
}

/** Whether a node is in the head of a statement that names values. */
function isAliasPossible({ parent }: SyntaxNode): boolean {
  if (parent === null || parent.type === 'block' || parent.type.endsWith('_statement')) return false;
  return parent.type === 'with_item' || parent.type === 'except_clause' || parent.type === 'case_pattern'
    ? true
    : isAliasPossible(parent);
}

/** Whether a node is the condition of a comprehension, and not the guard of a case. */
function isLooseCondition({ type, parent }: SyntaxNode): boolean {
  return type === 'if_clause' && parent?.type !== 'case_clause';
}

function isTypeParameter(node: SyntaxNode, type: SyntaxNode): boolean {
  const owner = type.parent;
  if (owner?.type === 'type_parameter') return true;
  // `*args: *Types`
  const isOfStar = owner?.type === 'typed_parameter' && childrenOf(owner)[0]?.type === 'list_splat_pattern';
  return node.type !== 'constrained_type' && isOfStar;
}

/** Whether a pattern is in a class pattern, also under a name. */
function isOfClass({ parent }: SyntaxNode): boolean {
  if (parent?.type !== 'case_pattern' && parent?.type !== 'as_pattern') return parent?.type === 'class_pattern';
  return isOfClass(parent);
}

/** `*rest` is possible in a sequence, and `**rest` in a mapping. */
function isStarPatternPossible(node: SyntaxNode): boolean {
  const { parent } = node;
  if (node.firstChild?.type === '**') return parent?.type === 'dict_pattern';
  const sequence = parent?.type === 'case_pattern' ? parent.parent : null;
  if (sequence?.type === 'list_pattern') return true;
  return (sequence?.type === 'tuple_pattern' || sequence?.type === 'case_clause') && hasToken(sequence, ',');
}
