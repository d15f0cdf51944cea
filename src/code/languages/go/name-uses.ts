import { fieldsOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/**
 * The offsets of the uses of a name of the package (`path` is empty), or of a name of an imported package (`path` is that
 * name). Declarations are left out, and so are functions with a parameter or a variable of the same name.
 */
export function findGoNameUses(root: SyntaxNode, name: string, path: readonly string[]): readonly number[] {
  const offsets: number[] = [];
  const types = path.length === 0 ? ['identifier', 'type_identifier'] : ['identifier', 'package_identifier'];
  for (const node of root.descendantsOfType(types)) {
    if (node === null || node.text !== name || isDeclaration(node) || isShadowed(node, name)) continue;
    const used = path.length === 0 ? node : memberOf(node, path);
    if (used !== undefined) offsets.push(used.startIndex);
  }
  return offsets;
}

/** `Name` of `pkg.Name`, as a value or a type. */
function memberOf(node: SyntaxNode, [member]: readonly string[]): SyntaxNode | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  const field =
    parent.type === 'selector_expression' && parent.childForFieldName('operand')?.startIndex === node.startIndex
      ? parent.childForFieldName('field')
      : parent.type === 'qualified_type'
        ? parent.childForFieldName('name')
        : null;
  return field !== null && field.text === member ? field : undefined;
}

function isDeclaration(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent === null) return true;
  if (parent.type === 'qualified_type') return node.type === 'type_identifier';
  const isName = fieldsOf(parent, 'name').some(({ startIndex }) => startIndex === node.startIndex);
  if (isName) return true;
  // The key of a composite literal is usually a field.
  return parent.type === 'literal_element' && parent.nextSibling?.type === ':';
}

/** The declarations that can bind names for the code inside of them. */
const SCOPES: ReadonlySet<string> = new Set([
  'function_declaration',
  'method_declaration',
  'func_literal',
  'type_spec',
  'type_alias',
]);

/** Whether a declaration around a node binds the name, at any place in it. */
function isShadowed(node: SyntaxNode, name: string): boolean {
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (!SCOPES.has(outer.type)) continue;
    const own = outer.childForFieldName('name')?.startIndex;
    const isBound = outer
      .descendantsOfType(['identifier', 'type_identifier', 'package_identifier'])
      .some((one) => one !== null && one.text === name && one.startIndex !== own && isBinding(one));
    if (isBound) return true;
  }
  return false;
}

/** The statements that bind the names on their left side. */
const ASSIGNING: ReadonlySet<string> = new Set(['short_var_declaration', 'range_clause', 'receive_statement']);

/** Whether a name is bound where it is: as a parameter, a result, a type parameter, a variable, a constant or a type. */
function isBinding(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent === null) return false;
  const isName = fieldsOf(parent, 'name').some(({ startIndex }) => startIndex === node.startIndex);
  // The name of a field or of a member is not one of the scope.
  if (isName && parent.type !== 'field_declaration' && parent.type !== 'qualified_type') return true;
  const list = parent.type === 'expression_list' ? parent.parent : parent;
  const left = list?.childForFieldName(list.type === 'type_switch_statement' ? 'alias' : 'left');
  const isLeft = left !== null && left !== undefined && contains(left, node);
  if (isLeft && list !== null && (ASSIGNING.has(list.type) || list.type === 'type_switch_statement')) return true;
  // The type arguments of a receiver are its type parameters.
  for (let outer = parent; outer.parent !== null; outer = outer.parent) {
    if (outer.type !== 'type_arguments') continue;
    const method = findParent(outer, 'method_declaration');
    const receiver = method?.childForFieldName('receiver');
    return receiver !== null && receiver !== undefined && contains(receiver, node);
  }
  return false;
}

function contains(outer: SyntaxNode, node: SyntaxNode): boolean {
  return outer.startIndex <= node.startIndex && node.endIndex <= outer.endIndex;
}

function findParent(node: SyntaxNode, type: string): SyntaxNode | undefined {
  for (let outer = node.parent; outer !== null; outer = outer.parent) if (outer.type === type) return outer;
  return undefined;
}
