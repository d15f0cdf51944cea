import { childrenOf, fieldsOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';
import { enclosingComprehensions, targetNames } from './comprehensions.ts';
import { hasToken, isAsyncNode, type Enclosing, type Rules } from './enclosing.ts';

/** Words that are names in the grammar. */
const KEYWORDS: ReadonlySet<string> = new Set(['async', 'await']);

export const expressionRules: Rules = {
  identifier: ({ text }) => (KEYWORDS.has(text) ? `${text} is a keyword.` : undefined),
  yield: whyYieldRejected,
  await: (node, enclosing) => (isAsyncPossible(node, enclosing) ? undefined : 'await is outside of an async function.'),
  for_in_clause: (node, enclosing) => {
    if (isAsyncNode(node) && !isAsyncPossible(node, enclosing)) return 'async is outside of an async function.';
    return fieldsOf(node, 'right').length > 1 || hasToken(node, ',')
      ? 'The values of a comprehension need parentheses, and the comprehension too if it is one of several arguments.'
      : undefined;
  },
  named_expression: whyNamedRejected,
  argument_list: whyArgumentsRejected,
  list_comprehension: whyComprehensionRejected,
  set_comprehension: whyComprehensionRejected,
  generator_expression: whyComprehensionRejected,
  comparison_operator: (node) => (hasToken(node, '<>') ? 'Two values are unequal with !=.' : undefined),
  conditional_expression: (node) => {
    const condition = childrenOf(node)[1]?.type;
    return condition === 'conditional_expression' || condition === 'lambda'
      ? 'A condition needs parentheses here.'
      : undefined;
  },
  dictionary: whyListRejected,
  list: whyListRejected,
  tuple: whyListRejected,
  list_pattern: whyListRejected,
  tuple_pattern: whyListRejected,
};

function whyComprehensionRejected(node: SyntaxNode): string | undefined {
  return childrenOf(node)[0]?.type === 'list_splat' ? 'Unpacking is not possible in a comprehension.' : undefined;
}

function whyListRejected(node: SyntaxNode): string | undefined {
  return node.child(1)?.type === ',' ? 'A value is missing before the comma.' : undefined;
}

function whyYieldRejected(node: SyntaxNode, { isInFunction, isAsync, isUnevaluated }: Enclosing): string | undefined {
  if (isUnevaluated) return undefined;
  if (!isInFunction) return 'yield is outside of a function.';
  if (enclosingComprehensions(node).length > 0) return 'yield is not possible in a comprehension.';
  return isAsync && hasToken(node, 'from') ? 'yield from is in an async function.' : undefined;
}

/** A generator expression can be async in every function, because another one can iterate over it. */
function isAsyncPossible(node: SyntaxNode, { isAsync, isUnevaluated }: Enclosing): boolean {
  if (isAsync || isUnevaluated) return true;
  return enclosingComprehensions(node).some(({ type }) => type === 'generator_expression');
}

function whyNamedRejected(node: SyntaxNode, { isInClass }: Enclosing): string | undefined {
  // `f"{x:=5}"` is a format.
  if (node.parent?.type === 'interpolation') return undefined;
  if (isInIterable(node)) return 'An assignment expression is not possible in the values of a comprehension.';
  const comprehensions = enclosingComprehensions(node);
  if (comprehensions.length === 0) return undefined;
  if (isInClass) return 'An assignment expression is not possible in a comprehension of a class.';
  const name = node.childForFieldName('name')?.text ?? '';
  const clauses = comprehensions.flatMap((one) => childrenOf(one).filter(({ type }) => type === 'for_in_clause'));
  // Only some versions take the name with that of the class before it.
  if (/^__.*(?<!__)$/.test(name)) return undefined;
  const isTarget = clauses.some((one) => fieldsOf(one, 'left').flatMap(targetNames).includes(name));
  return isTarget ? `${name} is already a variable of the comprehension.` : undefined;
}

/** Whether a node is in the values that a comprehension iterates over, also inside a lambda. */
function isInIterable(node: SyntaxNode): boolean {
  let child = node;
  for (let { parent } = node; parent !== null; { parent } = parent) {
    if (parent.type.endsWith('_statement') || parent.type === 'block') return false;
    if (parent.type === 'for_in_clause') {
      const { id } = child;
      if (fieldsOf(parent, 'right').some((one) => one.id === id)) return true;
    }
    child = parent;
  }
  return false;
}

function whyArgumentsRejected(list: SyntaxNode): string | undefined {
  const missing = whyListRejected(list);
  if (missing !== undefined) return missing;
  const names = new Set<string>();
  let hasUnpacked = false;
  for (const argument of childrenOf(list)) {
    if (argument.type === 'dictionary_splat') hasUnpacked = true;
    else if (argument.type === 'keyword_argument') {
      const name = argument.childForFieldName('name')?.text ?? '';
      if (name === '__debug__') return '__debug__ cannot be assigned.';
      if (names.has(name)) return `The argument ${name} is passed twice.`;
      names.add(name);
    } else if (hasUnpacked) return 'A positional argument follows the unpacking of keyword arguments.';
    else if (names.size > 0 && argument.type !== 'list_splat')
      return 'A positional argument follows a keyword argument.';
  }
  return undefined;
}
