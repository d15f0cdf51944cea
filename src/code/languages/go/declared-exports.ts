import type { ExportKind, ModuleRecord } from '../../modules/module-record.ts';
import type { DeclaredExport, DeclaredMember, DeclaredSignature, DeclaredType } from '../interface/declared-export.ts';
import { childrenOf, fieldsOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readGoFunctions, type GoFunction } from './go-functions.ts';
import { compactText, signatureParts, signatureText, typeText } from './go-signature.ts';
import { isExportedName } from './read-go-module.ts';

/**
 * The exports of a file with their declarations. The exported methods of a type in the same file are its members.
 */
export function readDeclaredExports(root: SyntaxNode, { exports }: ModuleRecord): readonly DeclaredExport[] {
  const exported = new Set(exports.map(({ name }) => name));
  const functions = readGoFunctions(root);
  return readDeclarations(root)
    .filter(({ name }) => exported.has(name))
    .map(({ name, kind, nameNode, value }) => {
      const node = nameNode.parent ?? nameNode;
      const position = { name, kind, ...positionOf(nameNode) };
      if (kind === 'function')
        return { ...position, text: textWithoutName(node, nameNode), signatures: [signatureOf(node)] };
      if (kind === 'const' || kind === 'var') {
        const type = node.childForFieldName('type');
        const literal = value?.type.endsWith('_literal') === true ? value.type : undefined;
        const text = [type, value ?? node.childForFieldName('value')].map((part) => (part ? typeText(part) : ''));
        return { ...position, text: text.join(' = '), variable: { type: type ? typeText(type) : undefined, literal } };
      }
      const methods = functions.filter((one) => one.name.startsWith(`${name}.`));
      const text = [textWithoutName(node, nameNode), ...methods.map((one) => textWithoutName(one.node, one.nameNode))];
      return { ...position, text: text.join('\n'), type: typeOf(node, methods) };
    });
}

/** A declaration at the top level of a file, except methods. */
interface Declaration {
  readonly name: string;
  readonly kind: ExportKind;
  readonly nameNode: SyntaxNode;
  /** The value of a variable or constant, if there is one for its name. */
  readonly value?: SyntaxNode;
}

function readDeclarations(root: SyntaxNode): readonly Declaration[] {
  return childrenOf(root).flatMap((node): readonly Declaration[] => {
    switch (node.type) {
      case 'function_declaration': {
        const nameNode = node.childForFieldName('name');
        // `init` cannot be named, and `_` declares nothing.
        if (nameNode === null || ['init', '_'].includes(nameNode.text)) return [];
        return [{ name: nameNode.text, kind: 'function', nameNode }];
      }
      case 'type_declaration':
        return childrenOf(node).flatMap((spec) => {
          const nameNode = spec.childForFieldName('name');
          if (nameNode === null) return [];
          const isInterface = spec.childForFieldName('type')?.type === 'interface_type';
          return [{ name: nameNode.text, kind: isInterface ? 'interface' : 'type', nameNode }];
        });
      case 'const_declaration':
        return childrenOf(node).flatMap((spec) => readSpec(spec, 'const'));
      case 'var_declaration':
        return childrenOf(node)
          .flatMap((child) => (child.type === 'var_spec_list' ? childrenOf(child) : [child]))
          .flatMap((spec) => readSpec(spec, 'var'));
      default:
        return [];
    }
  });
}

/** The names of a `const` or `var` with their values. */
function readSpec(spec: SyntaxNode, kind: 'const' | 'var'): readonly Declaration[] {
  const list = spec.childForFieldName('value');
  const values = list === null ? [] : childrenOf(list);
  const names = fieldsOf(spec, 'name').filter(({ type }) => type === 'identifier');
  return names.flatMap((nameNode, at) => {
    const value = names.length === values.length ? values[at] : undefined;
    return nameNode.text === '_' ? [] : [{ name: nameNode.text, kind, nameNode, ...(value && { value }) }];
  });
}

function typeOf(node: SyntaxNode, methods: readonly GoFunction[]): DeclaredType {
  const type = node.childForFieldName('type');
  const parameters = node.childForFieldName('type_parameters');
  const alias = node.type === 'type_alias' ? '= ' : '';
  const head = `${parameters === null ? '' : typeText(parameters)}${alias}`;
  const own = methods.flatMap(membersOf);
  if (type?.type === 'struct_type') {
    const [list] = childrenOf(type);
    const hasOtherMembers =
      list !== undefined && childrenOf(list).some((field) => fieldsOf(field, 'name').length === 0);
    return { head: `${head}struct`, members: [...fieldsIn(type), ...own], isImplemented: false, hasOtherMembers };
  }
  if (type?.type === 'interface_type') {
    const elements = childrenOf(type);
    const members = elements.flatMap((element): readonly DeclaredMember[] => {
      const name = element.childForFieldName('name');
      if (name === null) return [];
      const hidden = isExportedName(name.text) ? {} : ({ isHidden: true } as const);
      return [{ name: name.text, text: signatureText(element), signatures: [signatureOf(element)], ...hidden }];
    });
    const embedded = elements.filter((element) => element.childForFieldName('name') === null).map(typeText);
    const hasOtherMembers = embedded.length > 0;
    const isSealed = members.some(({ isHidden }) => isHidden === true);
    return {
      head: [`${head}interface`, ...embedded].join(' '),
      members,
      isImplemented: true,
      ...(isSealed ? { isSealed } : {}),
      hasOtherMembers,
    };
  }
  const text = type === null ? '' : typeText(type);
  // Another name of a type has the members of the type.
  return { head: head + text, members: own, isImplemented: false, hasOtherMembers: alias !== '' };
}

/** The exported methods that a file declares, by the names of their types. */
export function readDeclaredMethods(root: SyntaxNode): ReadonlyMap<string, readonly DeclaredMember[]> {
  const methods = new Map<string, DeclaredMember[]>();
  for (const one of readGoFunctions(root)) {
    const [type = '', method] = one.name.split('.');
    if (method !== undefined) methods.set(type, [...(methods.get(type) ?? []), ...membersOf(one)]);
  }
  return methods;
}

/** A method as a member of its type, if it is exported. */
function membersOf({ name, node, nameNode }: GoFunction): readonly DeclaredMember[] {
  const short = name.slice(name.indexOf('.') + 1);
  if (!isExportedName(short)) return [];
  return [{ name: short, text: textWithoutName(node, nameNode), signatures: [signatureOf(node)] }];
}

/** The exported fields of a struct. An embedded type is a field with its name. */
function fieldsIn(struct: SyntaxNode): readonly DeclaredMember[] {
  const [list] = childrenOf(struct);
  return (list === undefined ? [] : childrenOf(list)).flatMap((field) => {
    const type = field.childForFieldName('type');
    const text = type === null ? '' : typeText(type);
    const names = fieldsOf(field, 'name').map((name) => name.text);
    const all = names.length > 0 ? names : [text.replace(/\[.*$/s, '').replace(/^.*[*.]/s, '')];
    return all.filter(isExportedName).map((name) => ({ name, text }));
  });
}

function signatureOf(node: SyntaxNode): DeclaredSignature {
  const { typeParameters, parameters, names, result, text } = signatureParts(node);
  return {
    text,
    parameters: parameters.map((type, at) => ({
      name: names[at] ?? String(at + 1),
      passedBy: type.startsWith('...') ? 'rest' : 'position',
      isOptional: type.startsWith('...'),
      type,
    })),
    result,
    typeParameters,
  };
}

/** A declaration without white space, comments and its name. */
function textWithoutName(node: SyntaxNode, name: SyntaxNode): string {
  return childrenOf(node)
    .filter(({ id }) => id !== name.id)
    .map((part) => `${part.type}:${compactText(part)}`)
    .join(' ');
}
