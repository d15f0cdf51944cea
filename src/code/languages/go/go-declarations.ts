import type { FileDeclarations } from '../../declarations/file-declarations.ts';
import { childrenOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readDeclaredExports } from './declared-exports.ts';
import { readGoFunctions, readInterfaceMethods } from './go-functions.ts';
import { readGoFile } from './read-go-file.ts';
import { readGoModule } from './read-go-module.ts';

/** The names at the top level of a file, its methods, and the members of its exported types. */
export function readGoDeclarations(root: SyntaxNode, file: string, text: string): FileDeclarations {
  const functions = readGoFunctions(root);
  const members = readDeclaredExports(root, readGoModule(file, text)).flatMap(({ name, type }) =>
    (type?.members ?? []).map((member) => `${name}.${member.name}`),
  );
  const { declarations } = readGoFile(text);
  const names = [...declarations, ...functions, ...readInterfaceMethods(root)].map(({ name }) => name);
  return {
    // A file can have any number of functions `init` and variables `_`, which nothing names.
    names: [...new Set([...names, ...members])].filter((name) => name !== '_' && name !== 'init'),
    empty: functions.filter(({ node }) => isEmpty(node)).map(({ name }) => name),
    imported: [],
    starCount: 0,
  };
}

function isEmpty(definition: SyntaxNode): boolean {
  const body = definition.childForFieldName('body');
  return (
    body !== null && childrenOf(body).every((list) => list.type === 'statement_list' && childrenOf(list).length === 0)
  );
}
