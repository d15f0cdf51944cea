import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';

/** The dotted name of an expression, as `pytest.mark.skip`; `undefined` if it is not one. */
export function dottedName(node: SyntaxNode | null): string | undefined {
  if (node?.type === 'identifier') return node.text;
  if (node?.type !== 'attribute') return undefined;
  const object = dottedName(node.childForFieldName('object'));
  const attribute = node.childForFieldName('attribute')?.text;
  return object === undefined || attribute === undefined ? undefined : `${object}.${attribute}`;
}

/** The names of a callee, also behind calls: `client.get(…).check` → `client`, `get`, `check`. */
export function listNames(node: SyntaxNode | null): readonly string[] {
  if (node?.type === 'identifier') return [node.text];
  if (node?.type === 'call') return listNames(node.childForFieldName('function'));
  if (node?.type !== 'attribute') return [];
  return [...listNames(node.childForFieldName('object')), node.childForFieldName('attribute')?.text ?? ''];
}

/** The arguments of a call, without those with a name. */
export function positionalArguments(call: SyntaxNode): readonly SyntaxNode[] {
  const list = call.childForFieldName('arguments');
  return list === null ? [] : childrenOf(list).filter(({ type }) => type !== 'keyword_argument');
}

/** The value of a named argument of a call. */
export function namedArgument(call: SyntaxNode, name: string): SyntaxNode | undefined {
  const list = call.childForFieldName('arguments');
  const argument = (list === null ? [] : childrenOf(list)).find(
    (one) => one.type === 'keyword_argument' && one.childForFieldName('name')?.text === name,
  );
  return argument?.childForFieldName('value') ?? undefined;
}

/** Whether a condition without names is true or false. `undefined` if it is not constant. */
export function readConstant(node: SyntaxNode | null | undefined): boolean | undefined {
  const children = node ? childrenOf(node) : [];
  switch (node?.type) {
    case 'true':
      return true;
    case 'false':
    case 'none':
      return false;
    case 'integer':
    case 'float':
      return !/^[0._]+(?:e.*)?$/i.test(node.text);
    case 'string':
      return !/^[a-z]*(?:""|''|"{6}|'{6})$/i.test(node.text);
    case 'tuple':
      return children.length > 0;
    case 'list':
    case 'dictionary':
      return children.length === 0 ? false : undefined;
    case 'parenthesized_expression':
      return readConstant(children[0]);
    case 'not_operator': {
      const operand = readConstant(children[0]);
      return operand === undefined ? undefined : !operand;
    }
    case 'boolean_operator': {
      const values = children.map(readConstant);
      const deciding = node.childForFieldName('operator')?.type === 'or';
      if (values.includes(deciding)) return deciding;
      return values.every((value) => value === !deciding) ? !deciding : undefined;
    }
    case 'comparison_operator': {
      const [left, right] = children;
      const isEqual = node.children.some((child) => child?.type === '==' || child?.type === 'is');
      const isSame = isEqual && children.length === 2 && left?.text === right?.text;
      return isSame && !/[(.[]/.test(left?.text ?? '') ? true : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether an expression has the same value in every run. */
export function isConstant(node: SyntaxNode): boolean {
  if (node.type === 'none') return true;
  if (
    ['list', 'tuple', 'set', 'dictionary', 'pair', 'unary_operator', 'parenthesized_expression'].includes(node.type)
  ) {
    return childrenOf(node).every(isConstant);
  }
  return ['true', 'false', 'integer', 'float'].includes(node.type) || (node.type === 'string' && !hasPlaceholder(node));
}

function hasPlaceholder(node: SyntaxNode): boolean {
  return childrenOf(node).some(({ type }) => type === 'interpolation');
}
