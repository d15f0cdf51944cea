import type { ImportedName } from '../../modules/module-record.ts';
import { childrenOf, fieldsOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/**
 * The offsets of the uses of a top-level name, or of a member of it. Declarations and imports are left out, and so are
 * functions in which a parameter or a local variable has the name.
 *
 * @param path the names from the top-level name to the member
 */
export function findNameUses(root: SyntaxNode, name: string, path: readonly string[]): readonly number[] {
  const offsets: number[] = [];
  for (const node of root.descendantsOfType('identifier')) {
    if (node === null || node.text !== name || !isUse(node) || isShadowed(node, name)) continue;
    const member = memberAt(node, path);
    if (member !== undefined) offsets.push(member.startIndex);
  }
  return offsets;
}

/** The offsets of imported names in the import statement that starts at an offset. */
export function findImportedNames(root: SyntaxNode, offset: number, names: readonly ImportedName[]): readonly number[] {
  const statement = root
    .descendantsOfType(['import_from_statement', 'import_statement'])
    .find((node) => node?.startIndex === offset);
  if (!statement) return [];
  return fieldsOf(statement, 'name').flatMap((node) => {
    const imported = node.childForFieldName('name') ?? node;
    const local = (node.childForFieldName('alias') ?? imported).text;
    return names.some((name) => name.imported === imported.text && name.local === local) ? [imported.startIndex] : [];
  });
}

/** Whether an identifier reads the value of its name. */
function isUse(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent === null) return false;
  const is = (field: string): boolean => parent.childForFieldName(field)?.startIndex === node.startIndex;
  switch (parent.type) {
    case 'attribute':
      return !is('attribute');
    case 'keyword_argument':
    case 'function_definition':
    case 'class_definition':
    case 'default_parameter':
    case 'typed_default_parameter':
    case 'named_expression':
      return !is('name');
    case 'assignment':
      return !is('left');
    case 'typed_parameter':
    case 'parameters':
    case 'lambda_parameters':
    case 'list_splat_pattern':
    case 'dictionary_splat_pattern':
    case 'pattern_list':
    case 'tuple_pattern':
    case 'as_pattern_target':
    case 'global_statement':
    case 'nonlocal_statement':
    case 'aliased_import':
      return false;
    case 'dotted_name':
      // In a decorator or a pattern; in an import it is no use.
      return !/import/.test(parent.parent?.type ?? '');
    default:
      return true;
  }
}

/** Whether an enclosing function has a parameter or a local variable with the name. */
function isShadowed(node: SyntaxNode, name: string): boolean {
  let inner = node;
  for (let outer = node.parent; outer !== null; inner = outer, outer = outer.parent) {
    if (outer.type !== 'function_definition' && outer.type !== 'lambda') continue;
    // Defaults, annotations and decorators are evaluated outside the function.
    const body = outer.childForFieldName('body');
    if (body === null || inner.startIndex !== body.startIndex) continue;
    if (bindsLocally(outer, body, name)) return true;
  }
  return false;
}

function bindsLocally(definition: SyntaxNode, body: SyntaxNode, name: string): boolean {
  const parameters = definition.childForFieldName('parameters');
  if (parameters !== null && childrenOf(parameters).some((one) => parameterName(one) === name)) return true;
  if (definition.type === 'lambda') return false;
  const isGlobal = body.descendantsOfType('global_statement').some((one) => one?.text.split(/[\s,]+/).includes(name));
  return !isGlobal && assigns(body, name);
}

function parameterName(node: SyntaxNode): string {
  const target = node.childForFieldName('name') ?? (node.type === 'typed_parameter' ? childrenOf(node)[0] : node);
  return (target ?? node).text.replace(/^\*+\s*/, '');
}

/** Whether a statement of a function binds the name, without the functions and classes in it. */
function assigns(node: SyntaxNode, name: string): boolean {
  for (const child of childrenOf(node)) {
    if (child.type === 'function_definition' || child.type === 'class_definition') {
      if (child.childForFieldName('name')?.text === name) return true;
      continue;
    }
    if (child.type === 'lambda') continue;
    const target =
      child.type === 'assignment' || child.type === 'for_statement' || child.type === 'augmented_assignment'
        ? child.childForFieldName('left')
        : child.type === 'as_pattern_target'
          ? child
          : null;
    if (target !== null && namesInTarget(target).includes(name)) return true;
    if (assigns(child, name)) return true;
  }
  return false;
}

function namesInTarget(target: SyntaxNode): readonly string[] {
  if (target.type === 'identifier') return [target.text];
  if (target.type === 'attribute' || target.type === 'subscript') return [];
  return childrenOf(target).flatMap(namesInTarget);
}

/** The last identifier of `name.a.b`; `undefined` if the expression has other members. */
function memberAt(node: SyntaxNode, path: readonly string[]): SyntaxNode | undefined {
  let member = node;
  let expression = node;
  for (const part of path) {
    const outer = expression.parent;
    // A decorator or a base class can be a dotted name without attributes.
    const attribute = outer?.type === 'attribute' ? outer.childForFieldName('attribute') : null;
    if (outer === null || attribute?.text !== part) return undefined;
    if (outer.childForFieldName('object')?.startIndex !== expression.startIndex) return undefined;
    member = attribute;
    expression = outer;
  }
  return member;
}
