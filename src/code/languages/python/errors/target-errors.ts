import { childrenOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';
import { hasToken, type Rules } from './enclosing.ts';

const STARRED = 'A starred target must be in a list or a tuple.';
/** What can be deleted, and what `+=` can change. */
const TARGETS: ReadonlySet<string> = new Set(['identifier', 'attribute', 'subscript']);
const GROUPS: ReadonlySet<string> = new Set(['tuple', 'list', 'parenthesized_expression', 'expression_list']);

/** The rules for what is assigned or deleted. */
export const targetRules: Rules = {
  delete_statement: (node) => (childrenOf(node).every(isDeletable) ? undefined : 'This cannot be deleted.'),
  assignment: whyAssignmentRejected,
  augmented_assignment: (node) => {
    const left = node.childForFieldName('left');
    if (isAssignment(node.childForFieldName('right'))) return 'An augmented assignment is no expression.';
    return left !== null && !TARGETS.has(withoutParentheses(left).type)
      ? 'This cannot be the target of an augmented assignment.'
      : undefined;
  },
  for_statement: whyLoopRejected,
  for_in_clause: whyLoopRejected,
  pattern_list: whyGroupRejected,
  list_pattern: whyGroupRejected,
  tuple_pattern: whyGroupRejected,
  as_pattern_target: (node) => (childrenOf(node).every(isAssignable) ? undefined : 'This cannot be assigned.'),
};

function whyLoopRejected(node: SyntaxNode): string | undefined {
  return node.childForFieldName('left')?.type === 'list_splat_pattern' ? STARRED : undefined;
}

function isAssignment(node: SyntaxNode | null): boolean {
  return node?.type === 'assignment' || node?.type === 'augmented_assignment';
}

/** The grammar takes one target in parentheses for a tuple. */
function withoutParentheses(target: SyntaxNode): SyntaxNode {
  const [only, ...others] = childrenOf(target);
  const isOne = only !== undefined && others.length === 0 && !hasToken(target, ',');
  return target.type === 'tuple_pattern' && isOne ? withoutParentheses(only) : target;
}

function isDeletable(node: SyntaxNode): boolean {
  return TARGETS.has(node.type) || (GROUPS.has(node.type) && childrenOf(node).every(isDeletable));
}

function isAssignable(node: SyntaxNode): boolean {
  if (TARGETS.has(node.type)) return true;
  const isStarPossible = node.type === 'list' || (node.type === 'tuple' && hasToken(node, ','));
  return (
    GROUPS.has(node.type) &&
    childrenOf(node).every((one) => {
      const [starred] = one.type === 'list_splat' && isStarPossible ? childrenOf(one) : [];
      return isAssignable(starred ?? one);
    })
  );
}

function whyAssignmentRejected(node: SyntaxNode): string | undefined {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null) return undefined;
  if (node.childForFieldName('type') !== null) {
    if (!TARGETS.has(withoutParentheses(left).type)) return 'Only one target can have an annotation.';
    if (isAssignment(right) || isAssignment(node.parent)) return 'Only one target can have an annotation.';
  }
  if (right?.type === 'augmented_assignment') return 'An augmented assignment is no expression.';
  return left.type === 'list_splat_pattern' ? STARRED : undefined;
}

function whyGroupRejected(node: SyntaxNode): string | undefined {
  const targets = childrenOf(node);
  const starred = targets.filter(({ type }) => type === 'list_splat_pattern');
  if (starred.length > 1) return 'Only one target of an assignment can be starred.';
  const isAlone = node.type === 'tuple_pattern' && targets.length === 1 && !hasToken(node, ',');
  return isAlone && starred.length > 0 ? STARRED : undefined;
}
