import type { Parser } from '@vscode/tree-sitter-wasm';
import type { InheritedDeclaration } from '../interface/code-language.ts';
import { childrenOf, fieldsOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readGoFunctions, readInterfaceMethods, toFunctionSymbol } from './go-functions.ts';
import { withGoTree } from './go-tree.ts';

/** A type as a file names it: `Base`, `pkg.Base` or `pkg.Base[int]`. */
export interface TypeReference {
  readonly file: string;
  readonly qualifier: string | undefined;
  readonly name: string;
  readonly hasTypeArguments: boolean;
}

/** The members that a package gives one type. */
export interface GoType {
  /** The declarations of each method, one for each build that has its own. Methods of interfaces are included. */
  readonly methods: Map<string, InheritedDeclaration[]>;
  readonly fields: Set<string>;
  readonly embedded: TypeReference[];
  isInterface?: true;
  /** The type that an alias means, and the type whose fields a definition such as `type A B` has. */
  alias?: TypeReference;
  underlying?: TypeReference;
}

/** Reads the types at the top level of the files of a package. */
export function readPackageTypes(
  parser: Parser,
  files: readonly { readonly file: string; readonly text: string }[],
): ReadonlyMap<string, GoType> {
  const types = new Map<string, GoType>();
  const typeOf = (name: string): GoType => {
    const type = types.get(name) ?? { methods: new Map(), fields: new Set(), embedded: [] };
    types.set(name, type);
    return type;
  };
  for (const { file, text } of files) {
    withGoTree(parser, text, (root) => {
      for (const one of [...readGoFunctions(root), ...readInterfaceMethods(root)]) {
        const [owner = '', method] = one.name.split('.');
        if (method !== undefined) addMethod(typeOf(owner), method, { file, symbol: toFunctionSymbol(one) });
      }
      const specs = childrenOf(root).filter(({ type }) => type === 'type_declaration');
      for (const spec of specs.flatMap(childrenOf)) {
        const name = spec.childForFieldName('name')?.text;
        if (name !== undefined) readSpec(spec, file, typeOf(name));
      }
    });
  }
  return types;
}

function readSpec(spec: SyntaxNode, file: string, type: GoType): void {
  const value = spec.childForFieldName('type');
  if (value?.type === 'struct_type') readStruct(value, file, type);
  else if (value?.type === 'interface_type') readInterface(value, file, type);
  else {
    const reference = referenceTo(value, file);
    if (reference === undefined) return;
    if (spec.type === 'type_alias') type.alias = reference;
    else type.underlying = reference;
  }
}

function readStruct(struct: SyntaxNode, file: string, type: GoType): void {
  const [list] = childrenOf(struct);
  for (const field of list === undefined ? [] : childrenOf(list)) {
    const names = fieldsOf(field, 'name');
    for (const name of names) type.fields.add(name.text);
    const embedded = names.length > 0 ? undefined : referenceTo(field.childForFieldName('type'), file);
    if (embedded === undefined) continue;
    // An embedded type is a field with its name.
    type.fields.add(embedded.name);
    addEmbedded(type, embedded);
  }
}

function readInterface(node: SyntaxNode, file: string, type: GoType): void {
  type.isInterface = true;
  for (const element of childrenOf(node)) {
    if (element.type !== 'type_elem' || element.namedChildCount !== 1) continue;
    const embedded = referenceTo(element.namedChild(0), file);
    if (embedded !== undefined) addEmbedded(type, embedded);
  }
}

function addMethod({ methods }: GoType, name: string, method: InheritedDeclaration): void {
  methods.set(name, [...(methods.get(name) ?? []), method]);
}

/** Files of different builds can declare one type with the same embedded types. */
function addEmbedded({ embedded }: GoType, added: TypeReference): void {
  const isKnown = embedded.some(
    ({ file, qualifier, name }) => file !== added.file && qualifier === added.qualifier && name === added.name,
  );
  if (!isKnown) embedded.push(added);
}

/** The named type in a type, without pointers; `undefined` for a literal such as `[]int`. */
function referenceTo(node: SyntaxNode | null, file: string): TypeReference | undefined {
  switch (node?.type) {
    case 'type_identifier':
      return { file, qualifier: undefined, name: node.text, hasTypeArguments: false };
    case 'qualified_type': {
      const qualifier = node.childForFieldName('package')?.text;
      const name = node.childForFieldName('name')?.text;
      return name === undefined ? undefined : { file, qualifier, name, hasTypeArguments: false };
    }
    case 'generic_type': {
      const generic = referenceTo(node.childForFieldName('type'), file);
      return generic && { ...generic, hasTypeArguments: true };
    }
    case 'pointer_type':
    case 'parenthesized_type':
    case 'type_elem':
      return referenceTo(node.namedChild(0), file);
    default:
      return undefined;
  }
}
