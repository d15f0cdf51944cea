import type { Parser } from '@vscode/tree-sitter-wasm';
import type { FunctionSymbol } from '../../declarations/function-symbols.ts';
import type { PromotedMethod, SourceFile } from '../interface/code-language.ts';
import { childrenOf, positionOf, withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readGoFile } from './read-go-file.ts';
import { readGoFunctions, toFunctionSymbol } from './go-functions.ts';

/** What is known of the types of a package. */
interface PackageTypes {
  /** The names of the types that each type embeds, without pointers and type parameters. */
  readonly embedded: ReadonlyMap<string, readonly string[]>;
  /** Methods with a body by `Type.Method`, and methods of interfaces. */
  readonly methods: ReadonlyMap<string, PromotedMethod>;
}

/**
 * Finds `Type.Method` as a method of an embedded type of the same package. The least nested one counts; several at one depth
 * hide each other, as in Go. Types of other packages are not followed.
 *
 * @param files the file that declares the type, and the other files of its package
 */
export function findPromotedMethod(
  parser: Parser,
  files: readonly SourceFile[],
  name: string,
): PromotedMethod | undefined {
  const [type = '', method, ...others] = name.split('.');
  if (method === undefined || others.length > 0) return undefined;
  const { embedded, methods } = readTypes(parser, files);
  const [first] = files;
  if (first === undefined || !readGoFile(first.text).declarations.some((one) => one.name === type)) return undefined;
  const seen = new Set([type]);
  let level = embedded.get(type) ?? [];
  while (level.length > 0) {
    const found = level.flatMap((one) => methods.get(`${one}.${method}`) ?? []);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    for (const one of level) seen.add(one);
    level = level.flatMap((one) => embedded.get(one) ?? []).filter((one) => !seen.has(one));
  }
  return undefined;
}

function readTypes(parser: Parser, files: readonly SourceFile[]): PackageTypes {
  const embedded = new Map<string, readonly string[]>();
  const methods = new Map<string, PromotedMethod>();
  for (const { file, text } of files) {
    withTree(parser, text, (root) => {
      for (const one of readGoFunctions(root)) methods.set(one.name, { file, symbol: toFunctionSymbol(one) });
      for (const spec of root.descendantsOfType('type_spec')) {
        const name = spec?.childForFieldName('name')?.text;
        const type = spec?.childForFieldName('type');
        if (name === undefined || !type) continue;
        if (type.type === 'struct_type') embedded.set(name, embeddedFields(type));
        else if (type.type === 'interface_type') {
          embedded.set(name, embeddedInterfaces(type));
          for (const symbol of interfaceMethods(type, name)) methods.set(symbol.name, { file, symbol });
        }
      }
    });
  }
  return { embedded, methods };
}

function embeddedFields(type: SyntaxNode): readonly string[] {
  return type.descendantsOfType('field_declaration').flatMap((field) => {
    // The fields of structs inside the struct belong to other types.
    if (field?.parent?.parent?.id !== type.id || field.childForFieldName('name') !== null) return [];
    return typeName(field.childForFieldName('type'));
  });
}

function embeddedInterfaces(type: SyntaxNode): readonly string[] {
  return childrenOf(type)
    .filter((one) => one.type === 'type_elem')
    .flatMap((one) => (one.namedChildCount === 1 ? typeName(one.namedChild(0)) : []));
}

/** The name of a type of the package; none for a type of another package. */
function typeName(node: SyntaxNode | null): readonly string[] {
  if (node === null || node.type === 'qualified_type') return [];
  if (node.type === 'type_identifier') return [node.text];
  return typeName(node.childForFieldName('type') ?? node.namedChild(0));
}

function interfaceMethods(type: SyntaxNode, owner: string): readonly FunctionSymbol[] {
  return childrenOf(type).flatMap((one): readonly FunctionSymbol[] => {
    const name = one.type === 'method_elem' ? one.childForFieldName('name') : null;
    if (name === null) return [];
    const exported = /^\p{Lu}/u.test(name.text);
    return [{ name: `${owner}.${name.text}`, kind: 'method', ...positionOf(name), exported }];
  });
}
