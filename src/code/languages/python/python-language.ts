import type { Parser } from '@vscode/tree-sitter-wasm';
import type { CodeLanguage } from '../interface/code-language.ts';
import { loadGrammar } from '../tree-sitter/load-grammar.ts';
import { childrenOf, withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { PLAIN_VALUES } from './block-statements.ts';
import { readDeclaredExports } from './declared-exports.ts';
import { exportPythonName } from './export-name.ts';
import { findInheritedMethod } from './inherited-methods.ts';
import { readModuleScope } from './module-scope.ts';
import { findImportedNames, findNameUses } from './name-uses.ts';
import { comparePythonSignature, whyNotSignature } from './python-signature.ts';
import { listImplemented, isReplacedByNone, readFunctions } from './python-functions.ts';
import { withPythonTree } from './python-tree.ts';
import { preferredBinding, readPythonModule } from './read-python-module.ts';
import { findPythonErrors } from './syntax-errors.ts';
import type { FileDeclarations } from '../../declarations/file-declarations.ts';

/** Loads the grammar. */
export async function loadPython(): Promise<CodeLanguage> {
  const parser = await loadGrammar('python');
  return createLanguage(parser);
}

function createLanguage(parser: Parser): CodeLanguage {
  const read = <Result>(text: string, use: (root: SyntaxNode) => Result): Result => withPythonTree(parser, text, use);
  return {
    functionsOf: (file, text) =>
      read(text, (root) => {
        const exported = new Set(readPythonModule(file, text).exports.map(({ name }) => name));
        return listImplemented(readFunctions(root, text), (outermost) => exported.has(outermost));
      }),
    findInherited: (file, name, tree) => findInheritedMethod(parser, tree, file, name),
    findSyntaxErrors: (source) => {
      // A carriage return alone ends a line too.
      const text = source.replace(/\r(?!\n)/g, '\n');
      return read(text, (root) => findPythonErrors(root, text));
    },
    declaresName: (text, name) => readModuleScope(text, false).bindings.has(name),
    whyNotCallable: (text, localName) =>
      whyNotCallable(parser, text, localName) ?? read(text, (root) => whyDecoratedAway(root, localName)),
    compareSignature: (text, name, expected) =>
      read(text, (root) => comparePythonSignature(parser, readFunctions(root, text), name, expected)),
    declaredExports: (file, text) =>
      read(text, (root) => readDeclaredExports(parser, root, text, readPythonModule(file, text))),
    declarationsOf: (file, text) => read(text, (root) => readPythonDeclarations(parser, root, file, text)),
    whyNotSignature: (text) => whyNotSignature(parser, text),
    exportName: (context, module, name) => exportPythonName(parser, context, module, name),
    findNameUses: (text, name, path) => read(text, (root) => findNameUses(root, name, path)),
    findImportedNames: (text, offset, names) => read(text, (root) => findImportedNames(root, offset, names)),
  };
}

function whyNotCallable(parser: Parser, text: string, localName: string): string | undefined {
  const bindings = readModuleScope(text, false).bindings.get(localName);
  if (bindings === undefined) return undefined;
  const binding = preferredBinding(bindings);
  if (binding.isTypeOnly) return 'it exists only for type checkers';
  if (binding.kind === 'type') return 'it is not a function';
  if (binding.kind === 'function' && bindings.every(({ isOverload }) => isOverload === true)) {
    return 'it has overload signatures, but no implementation';
  }
  if (binding.kind !== 'variable' || binding.value === undefined) return undefined;
  return isPlainValue(parser, text.slice(...binding.value)) ? 'it is a variable with a plain value' : undefined;
}

function whyDecoratedAway(root: SyntaxNode, name: string): string | undefined {
  const definitions = childrenOf(root).flatMap((node) => {
    const definition = node.type === 'decorated_definition' ? node.childForFieldName('definition') : node;
    return definition?.type === 'function_definition' && definition.childForFieldName('name')?.text === name
      ? [definition]
      : [];
  });
  const last = definitions.at(-1);
  return last !== undefined && isReplacedByNone(last, root)
    ? 'its decorator returns nothing, so it is None'
    : undefined;
}

function isPlainValue(parser: Parser, value: string): boolean {
  return withTree(parser, `(${value}\n)`, (root) => {
    const [statement] = childrenOf(root);
    const [outer] = statement === undefined ? [] : childrenOf(statement);
    if (outer === undefined) return false;
    if (outer.type !== 'parenthesized_expression') return PLAIN_VALUES.has(outer.type);
    return childrenOf(outer).some(({ type }) => PLAIN_VALUES.has(type));
  });
}

/** The names that a module binds, with the members of its exported classes and the methods of all of them. */
function readPythonDeclarations(parser: Parser, root: SyntaxNode, file: string, text: string): FileDeclarations {
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
