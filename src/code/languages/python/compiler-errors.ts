import { childrenOf, fieldsOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/** What encloses a node. */
export interface Enclosing {
  readonly isInFunction: boolean;
  readonly isInLoop: boolean;
  /** Whether the function is async; false outside of functions. */
  readonly isAsync: boolean;
  /** Whether another function encloses the function. */
  readonly isNested: boolean;
  readonly isInClass: boolean;
  /** The names of the parameters of the function. */
  readonly parameters: ReadonlySet<string>;
}

export const MODULE_LEVEL: Enclosing = {
  isInFunction: false,
  isInLoop: false,
  isAsync: false,
  isNested: false,
  isInClass: false,
  parameters: new Set(),
};

const FUTURE: ReadonlySet<string> = new Set(
  'nested_scopes generators division absolute_import with_statement print_function unicode_literals barry_as_FLUFL generator_stop annotations'.split(
    ' ',
  ),
);
/** What can be deleted, and what `+=` can change. */
const TARGETS: ReadonlySet<string> = new Set(['identifier', 'attribute', 'subscript']);
const GROUPS: ReadonlySet<string> = new Set(['tuple', 'list', 'parenthesized_expression', 'expression_list']);

/** Why the compiler rejects a node that the grammar accepts; `undefined` if it does not, or if other code decides it. */
export function whyCompilerRejects(node: SyntaxNode, enclosing: Enclosing): string | undefined {
  const { isInFunction, isAsync, isInClass } = enclosing;
  switch (node.type) {
    case 'yield':
      if (!isInFunction) return 'yield is outside of a function.';
      return isAsync && /^yield\s+from\b/.test(node.text) ? 'yield from is in an async function.' : undefined;
    case 'await':
      return isInFunction && !isAsync ? 'await is outside of an async function.' : undefined;
    case 'for_statement':
    case 'with_statement':
      return isInFunction && !isAsync && isAsyncNode(node) ? 'async is outside of an async function.' : undefined;
    case 'for_in_clause': {
      const isGenerator = node.parent?.type === 'generator_expression';
      return isAsyncNode(node) && !isAsync && !isGenerator ? 'async is outside of an async function.' : undefined;
    }
    case 'nonlocal_statement':
    case 'global_statement':
      return whyScopeRejected(node, enclosing);
    case 'import_from_statement':
      return (isInFunction || isInClass) && childrenOf(node).some(({ type }) => type === 'wildcard_import')
        ? 'import * is only possible at the top level of a module.'
        : undefined;
    case 'future_import_statement':
      return whyFutureRejected(node);
    case 'try_statement': {
      const clauses = childrenOf(node).filter(({ type }) => type === 'except_clause');
      const isDefault = (one: SyntaxNode): boolean => childrenOf(one).every(({ type }) => type === 'block');
      return clauses.slice(0, -1).some(isDefault) ? 'An except without an exception must be the last one.' : undefined;
    }
    case 'delete_statement':
      return childrenOf(node).every(isDeletable) ? undefined : 'This cannot be deleted.';
    case 'augmented_assignment': {
      const left = node.childForFieldName('left');
      // The grammar takes one name in parentheses for a tuple.
      const target = left?.text.startsWith('(') === true && !left.text.includes(',') ? childrenOf(left)[0] : left;
      return target && !TARGETS.has(target.type) ? 'This cannot be the target of an augmented assignment.' : undefined;
    }
    case 'assignment':
      return whyAssignmentRejected(node);
    case 'expression_statement': {
      const [only, ...others] = childrenOf(node);
      if (others.length > 0 || node.text.trimEnd().endsWith(',')) return undefined;
      if (only?.type === 'named_expression') return 'An assignment expression needs parentheses here.';
      return only?.type === 'list_splat' ? 'A starred expression is not possible here.' : undefined;
    }
    case 'as_pattern_target':
      return childrenOf(node).some(({ type }) => type === 'call') ? 'This cannot be assigned.' : undefined;
    case 'argument_list':
      return whyArgumentsRejected(node);
    case 'list_comprehension':
    case 'set_comprehension':
    case 'generator_expression':
      return childrenOf(node)[0]?.type === 'list_splat' ? 'Unpacking is not possible in a comprehension.' : undefined;
    case 'string':
      return whyStringRejected(node.text);
    case 'integer':
    case 'float':
      return /_$|__|_[.eEjJ]|[.eE]_/.test(node.text) ? 'An underscore must be between digits.' : undefined;
    case 'parameters':
    case 'lambda_parameters':
      return whySeparatorsRejected(childrenOf(node));
    case 'match_statement':
      return hasUnreachableCase(node) ? 'A pattern that always matches must be the last one.' : undefined;
    default:
      return undefined;
  }
}

function isAsyncNode(node: SyntaxNode): boolean {
  return node.firstChild?.type === 'async';
}

function whyScopeRejected(node: SyntaxNode, enclosing: Enclosing): string | undefined {
  const word = node.type === 'global_statement' ? 'global' : 'nonlocal';
  // A method can name the class that it belongs to.
  const isOfClass = childrenOf(node).every(({ text }) => text === '__class__');
  if (word === 'nonlocal' && !enclosing.isNested && !(isOfClass && enclosing.isInFunction)) {
    return enclosing.isInFunction
      ? 'nonlocal names no variable of an enclosing function.'
      : 'nonlocal is outside of a function.';
  }
  const parameter = childrenOf(node).find(({ text }) => enclosing.isInFunction && enclosing.parameters.has(text));
  return parameter && `${parameter.text} is a parameter and ${word}.`;
}

/** Only a docstring and other imports of this kind may come before it. */
function whyFutureRejected(node: SyntaxNode): string | undefined {
  const { parent } = node;
  const before = parent === null ? [] : childrenOf(parent).filter(({ startIndex }) => startIndex < node.startIndex);
  const isFirst = before.every(
    ({ type, firstNamedChild }, at) =>
      type === 'future_import_statement' ||
      (at === 0 && type === 'expression_statement' && /^(?:concatenated_)?string$/.test(firstNamedChild?.type ?? '')),
  );
  if (parent?.type !== 'module' || !isFirst) return 'An import from __future__ must be the first statement.';
  const names = fieldsOf(node, 'name').map((one) => one.childForFieldName('name')?.text ?? one.text);
  const unknown = names.find((name) => !FUTURE.has(name));
  return unknown && `__future__ has no feature ${unknown}.`;
}

function isDeletable(node: SyntaxNode): boolean {
  return TARGETS.has(node.type) || (GROUPS.has(node.type) && childrenOf(node).every(isDeletable));
}

function whyAssignmentRejected(node: SyntaxNode): string | undefined {
  const left = node.childForFieldName('left');
  if (left === null) return undefined;
  const isGroup = left.type === 'tuple_pattern' || left.type === 'list_pattern' || left.type === 'pattern_list';
  if (isGroup && node.childForFieldName('type') !== null) return 'Only one target can have an annotation.';
  const starred = isGroup ? childrenOf(left).filter(({ type }) => type === 'list_splat_pattern') : [];
  if (starred.length > 1) return 'Only one target of an assignment can be starred.';
  if (left.type === 'list_splat_pattern') return 'A starred target must be in a list or a tuple.';
  if (left.text === '__debug__') return '__debug__ cannot be assigned.';
  const right = node.childForFieldName('right');
  return right?.type === 'list_splat' ? 'A starred expression is not possible here.' : undefined;
}

function whyArgumentsRejected(list: SyntaxNode): string | undefined {
  const names = new Set<string>();
  let hasUnpacked = false;
  for (const argument of childrenOf(list)) {
    if (argument.type === 'dictionary_splat') hasUnpacked = true;
    else if (argument.type === 'keyword_argument') {
      const name = argument.childForFieldName('name')?.text ?? '';
      if (names.has(name)) return `The argument ${name} is passed twice.`;
      names.add(name);
    } else if (hasUnpacked) return 'A positional argument follows the unpacking of keyword arguments.';
  }
  return undefined;
}

function whyStringRejected(text: string): string | undefined {
  const [, prefix = '', , content = ''] = /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(text) ?? [];
  if (/b/i.test(prefix)) {
    return /[^\0-\x7f]/.test(content) ? 'Bytes can only contain ASCII characters.' : undefined;
  }
  if (/r/i.test(prefix)) return undefined;
  const escapes = content.replace(/\\\\/g, '');
  const isCut = /\\x(?![\da-fA-F]{2})|\\u(?![\da-fA-F]{4})|\\U(?![\da-fA-F]{8})/.test(escapes);
  return isCut ? 'An escape sequence is incomplete.' : undefined;
}

function whySeparatorsRejected(parameters: readonly SyntaxNode[]): string | undefined {
  const types = parameters.map(({ type }) => type);
  if (types.indexOf('positional_separator') !== types.lastIndexOf('positional_separator')) {
    return 'The separator / is possible once.';
  }
  const separator = types.indexOf('keyword_separator');
  const following = separator < 0 ? undefined : types[separator + 1];
  return separator >= 0 && (following === undefined || following === 'dictionary_splat_pattern')
    ? 'A parameter must follow *.'
    : undefined;
}

/** Whether a case that captures any value has no guard and is not the last one. */
function hasUnreachableCase(node: SyntaxNode): boolean {
  const body = node.childForFieldName('body') ?? node;
  const cases = childrenOf(body).filter(({ type }) => type === 'case_clause');
  return cases.slice(0, -1).some((one) => {
    const patterns = childrenOf(one).filter(({ type }) => type === 'case_pattern');
    const isGuarded =
      one.childForFieldName('guard') !== null || childrenOf(one).some(({ type }) => type === 'if_clause');
    return patterns.length === 1 && !isGuarded && /^\w+$/.test(patterns[0]?.text ?? '') && isName(patterns[0]);
  });
}

function isName(pattern: SyntaxNode | undefined): boolean {
  return pattern !== undefined && /^[^\W\d]\w*$/.test(pattern.text) && !/^(?:None|True|False)$/.test(pattern.text);
}
