import { childrenOf, fieldsOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';

const COMPREHENSIONS: ReadonlySet<string> = new Set([
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);
const SCOPES: ReadonlySet<string> = new Set(['lambda', 'block', 'module']);
const GROUPS: ReadonlySet<string> = new Set(['pattern_list', 'tuple_pattern', 'list_pattern', 'list_splat_pattern']);

export function isComprehension({ type }: SyntaxNode): boolean {
  return COMPREHENSIONS.has(type);
}

/** The first values that a comprehension iterates over, which are evaluated outside of it. */
export function firstIterable(comprehension: SyntaxNode): SyntaxNode | undefined {
  const clause = childrenOf(comprehension).find(({ type }) => type === 'for_in_clause');
  return clause && fieldsOf(clause, 'right')[0];
}

/** The comprehensions of the same function in which a node is evaluated. */
export function enclosingComprehensions(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let { parent } = node; parent !== null && !SCOPES.has(parent.type); { parent } = parent) {
    if (!isComprehension(parent)) continue;
    const outside = firstIterable(parent);
    const isOutside =
      outside !== undefined && outside.startIndex <= node.startIndex && node.endIndex <= outside.endIndex;
    if (!isOutside) found.push(parent);
  }
  return found;
}

/** The names that a target assigns. */
export function targetNames(target: SyntaxNode): readonly string[] {
  if (target.type === 'identifier') return [target.text];
  return GROUPS.has(target.type) ? childrenOf(target).flatMap(targetNames) : [];
}
