import type { FunctionSymbol } from '../../declarations/function-symbols.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { isExportedName } from './read-go-module.ts';

/** One function or method. */
export interface GoFunction {
  /** `Name`, or `Type.Method` without pointers and type parameters. */
  readonly name: string;
  readonly node: SyntaxNode;
  readonly nameNode: SyntaxNode;
}

export function readGoFunctions(root: SyntaxNode): readonly GoFunction[] {
  return childrenOf(root).flatMap((node) => {
    const nameNode = node.childForFieldName('name');
    if (nameNode === null) return [];
    if (node.type === 'function_declaration') return [{ name: nameNode.text, node, nameNode }];
    if (node.type !== 'method_declaration') return [];
    const receiver = node.childForFieldName('receiver')?.descendantsOfType('type_identifier')[0]?.text;
    return receiver === undefined ? [] : [{ name: `${receiver}.${nameNode.text}`, node, nameNode }];
  });
}

/** The methods that the interfaces of a file declare. They have no body. */
export function readInterfaceMethods(root: SyntaxNode): readonly GoFunction[] {
  const specs = childrenOf(root).flatMap((node) => (node.type === 'type_declaration' ? childrenOf(node) : []));
  return specs.flatMap((spec) => {
    const owner = spec.childForFieldName('name')?.text ?? '';
    const type = spec.childForFieldName('type');
    return (type?.type === 'interface_type' ? childrenOf(type) : []).flatMap((node): readonly GoFunction[] => {
      const nameNode = node.type === 'method_elem' ? node.childForFieldName('name') : null;
      return nameNode === null ? [] : [{ name: `${owner}.${nameNode.text}`, node, nameNode }];
    });
  });
}

export function toFunctionSymbol({ name, nameNode }: GoFunction): FunctionSymbol {
  const exported = name.split('.').every(isExportedName);
  return { name, kind: name.includes('.') ? 'method' : 'function', ...positionOf(nameNode), exported };
}

/** Whether a function is implemented where it is declared, and not in assembly. */
export function hasBody({ node }: GoFunction): boolean {
  return node.childForFieldName('body') !== null;
}
