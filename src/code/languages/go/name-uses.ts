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

const FUNCTIONS: ReadonlySet<string> = new Set(['function_declaration', 'method_declaration', 'func_literal']);

function isShadowed(node: SyntaxNode, name: string): boolean {
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (!FUNCTIONS.has(outer.type)) continue;
    const parameters = [outer.childForFieldName('parameters'), outer.childForFieldName('receiver')];
    const isParameter = parameters.some((list) =>
      list
        ?.descendantsOfType(['parameter_declaration', 'variadic_parameter_declaration'])
        .some((one) => one !== null && fieldsOf(one, 'name').some(({ text }) => text === name)),
    );
    if (isParameter) return true;
    const locals = outer.childForFieldName('body')?.descendantsOfType(['short_var_declaration', 'var_spec']) ?? [];
    const isLocal = locals.some((one) => {
      const left = one?.childForFieldName('left');
      const names = left ? left.namedChildren : one === null ? [] : fieldsOf(one, 'name');
      return names.some((child) => child?.text === name);
    });
    if (isLocal) return true;
  }
  return false;
}
