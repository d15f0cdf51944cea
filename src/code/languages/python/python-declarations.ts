import type { Parser } from '@vscode/tree-sitter-wasm';
import type { FileDeclarations } from '../../declarations/file-declarations.ts';
import { childrenOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readDeclaredExports } from './declared-exports.ts';
import { readFunctions } from './python-functions.ts';
import { readPythonModule } from './read-python-module.ts';

/** The names that a module binds, with the members of its exported classes and the methods of all of them. */
export function readPythonDeclarations(parser: Parser, root: SyntaxNode, file: string, text: string): FileDeclarations {
  const module = readPythonModule(file, text);
  const functions = readFunctions(root, text);
  const bound = [...module.exports, ...(module.internals ?? [])];
  const members = readDeclaredExports(parser, root, text, module).flatMap(({ name, type }) =>
    (type?.members ?? []).map((member) => `${name}.${member.name}`),
  );
  const names = [
    ...bound.filter(({ kind }) => kind !== 'unknown').map(({ name }) => name),
    ...functions.map(({ name }) => name),
    ...members,
  ];
  return {
    names: [...new Set(names)].filter((name) => !name.endsWith('.__init__')),
    empty: functions.filter(({ node }) => node !== undefined && isEmpty(node)).map(({ name }) => name),
    imported: bound.filter(({ kind }) => kind === 'unknown').map(({ name }) => name),
    starCount: module.starImports?.length ?? 0,
  };
}

/** Whether the body of a function consists of `pass`, `...` and strings. */
function isEmpty(definition: SyntaxNode): boolean {
  const body = definition.childForFieldName('body');
  if (definition.type !== 'function_definition' || body === null) return false;
  return childrenOf(body).every((statement) => {
    const [value] = statement.type === 'expression_statement' ? childrenOf(statement) : [];
    return statement.type === 'pass_statement' || value?.type === 'ellipsis' || value?.type === 'string';
  });
}
