import { childrenOf, fieldsOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';
import { isAsyncNode, isGroupHandler, type Enclosing, type Rules } from './enclosing.ts';

const TRAILING_COMMA = 'A comma is at the end of the imported names.';
const FUTURE: ReadonlySet<string> = new Set(
  'nested_scopes generators division absolute_import with_statement print_function unicode_literals barry_as_FLUFL generator_stop annotations'.split(
    ' ',
  ),
);

export const statementRules: Rules = {
  print_statement: whyPrintRejected,
  exec_statement: whyPrintRejected,
  block: (node) => (childrenOf(node).length === 0 ? 'An indented block is missing.' : undefined),
  return_statement: (node, { isInFunction, isInGroupHandler, isAsyncGenerator }) => {
    if (!isInFunction) return 'return is outside of a function.';
    if (isInGroupHandler) return 'return is not possible in except*.';
    return isAsyncGenerator && childrenOf(node).length > 0 ? 'An async generator cannot return a value.' : undefined;
  },
  break_statement: whyJumpRejected,
  continue_statement: whyJumpRejected,
  for_statement: whyAsyncRejected,
  with_statement: whyAsyncRejected,
  raise_statement: (node) => {
    if (node.firstNamedChild?.type === 'expression_list') return 'raise takes one exception.';
    return node.child(1)?.type === 'from' ? 'raise needs an exception before from.' : undefined;
  },
  import_from_statement: (node, { isInFunction, isInClass }) => {
    if (hasTrailingComma(node)) return TRAILING_COMMA;
    if (fieldsOf(node, 'name').some(isDotted)) return 'A name without a path is imported from a module.';
    return (isInFunction || isInClass) && childrenOf(node).some(({ type }) => type === 'wildcard_import')
      ? 'import * is only possible at the top level of a module.'
      : undefined;
  },
  future_import_statement: (node) => (hasTrailingComma(node) ? TRAILING_COMMA : whyFutureRejected(node)),
  try_statement: whyTryRejected,
};

function whyPrintRejected(node: SyntaxNode): string | undefined {
  // `print >> stream` is an expression in Python 3.
  if (node.firstNamedChild?.type === 'chevron') return undefined;
  return `${node.type === 'print_statement' ? 'print' : 'exec'} is a function, so its arguments need parentheses.`;
}

function whyJumpRejected(node: SyntaxNode, { isInLoop, isInGroupHandler }: Enclosing): string | undefined {
  if (isInLoop) return undefined;
  return isInGroupHandler ? `${node.text} is not possible in except*.` : `${node.text} is outside of a loop.`;
}

function whyAsyncRejected(node: SyntaxNode, { isAsync }: Enclosing): string | undefined {
  return isAsyncNode(node) && !isAsync ? 'async is outside of an async function.' : undefined;
}

/** Whether an imported name is `a.b`, also with an alias. */
function isDotted(node: SyntaxNode): boolean {
  return childrenOf(node.childForFieldName('name') ?? node).length > 1;
}

function hasTrailingComma(node: SyntaxNode): boolean {
  return node.lastChild?.type === ',';
}

/** Only a docstring and other imports of this kind may come before it. */
function whyFutureRejected(node: SyntaxNode): string | undefined {
  const { parent } = node;
  const before = parent === null ? [] : childrenOf(parent).filter(({ startIndex }) => startIndex < node.startIndex);
  const isFirst = before.every(
    (one, at) =>
      one.type === 'future_import_statement' ||
      // Python before 3.13 takes `from .__future__` for the same module.
      one.childForFieldName('module_name')?.text.endsWith('__future__') === true ||
      (at === 0 && isDocstring(one)),
  );
  if (parent?.type !== 'module' || !isFirst) return 'An import from __future__ must be the first statement.';
  const names = fieldsOf(node, 'name').map((one) => one.childForFieldName('name')?.text ?? one.text);
  const unknown = names.find((name) => !FUTURE.has(name));
  return unknown && `__future__ has no feature ${unknown}.`;
}

function isDocstring(statement: SyntaxNode): boolean {
  const [value] = statement.type === 'expression_statement' ? childrenOf(statement) : [];
  if (value?.type === 'concatenated_string') return true;
  return (
    value?.type === 'string' && !/^\w*b/i.test(value.text) && value.descendantsOfType('interpolation').length === 0
  );
}

function whyTryRejected(node: SyntaxNode): string | undefined {
  const clauses = childrenOf(node);
  const handlers = clauses.filter(({ type }) => type === 'except_clause');
  if (handlers.length === 0) {
    if (!clauses.some(({ type }) => type === 'finally_clause')) return 'try needs except or finally.';
    return clauses.some(({ type }) => type === 'else_clause') ? 'else needs except.' : undefined;
  }
  const groups = handlers.filter(isGroupHandler);
  if (groups.length > 0 && groups.length < handlers.length) return 'A try has either except or except*.';
  const isDefault = (one: SyntaxNode): boolean => fieldsOf(one, 'value').length === 0;
  if (groups.some(isDefault)) return 'except* needs an exception.';
  if (handlers.slice(0, -1).some(isDefault)) return 'An except without an exception must be the last one.';
  for (const handler of handlers) {
    const values = fieldsOf(handler, 'value');
    const alias = values.find(({ type }) => type === 'as_pattern')?.childForFieldName('alias');
    if (alias && values.length > 1) return 'Several exceptions with a name need parentheses.';
    if (alias && alias.firstNamedChild?.type !== 'identifier') return 'The name of an exception must be an identifier.';
  }
  return undefined;
}
