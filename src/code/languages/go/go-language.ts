import type { Parser } from '@vscode/tree-sitter-wasm';
import type { CodeLanguage } from '../interface/code-language.ts';
import { loadGrammar } from '../tree-sitter/load-grammar.ts';
import { childrenOf, fieldsOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readDeclaredExports, readDeclaredMethods } from './declared-exports.ts';
import { exportGoName } from './export-name.ts';
import { hasBody, readGoFunctions, readInterfaceMethods, toFunctionSymbol } from './go-functions.ts';
import { compareGoSignature, whyNotGoSignature } from './go-signature.ts';
import { withGoTree } from './go-tree.ts';
import { findGoNameUses } from './name-uses.ts';
import { findPromotedMethod } from './promoted-methods.ts';
import { readGoFile } from './read-go-file.ts';
import { readGoModule } from './read-go-module.ts';
import { findGoErrors } from './syntax-errors.ts';
import type { FileDeclarations } from '../../declarations/file-declarations.ts';

/** Loads the grammar. */
export async function loadGo(): Promise<CodeLanguage> {
  return createLanguage(await loadGrammar('go'));
}

function createLanguage(parser: Parser): CodeLanguage {
  const read = <Result>(text: string, use: (root: SyntaxNode) => Result): Result => withGoTree(parser, text, use);
  return {
    functionsOf: (_file, text) => read(text, (root) => readGoFunctions(root).filter(hasBody).map(toFunctionSymbol)),
    findInherited: (file, name, tree) => findPromotedMethod(parser, tree, file, name),
    findSyntaxErrors: (text) => read(text, findGoErrors),
    declaresName: (text, name) => readGoFile(text).declarations.some((one) => one.name === name),
    whyNotCallable: (text, localName) => whyNotCallable(parser, text, localName),
    compareSignature: (text, name, expected) =>
      read(text, (root) =>
        compareGoSignature(parser, [...readGoFunctions(root), ...readInterfaceMethods(root)], name, expected),
      ),
    declaredExports: (file, text) => read(text, (root) => readDeclaredExports(root, readGoModule(file, text))),
    declaredMethods: (text) => read(text, readDeclaredMethods),
    declarationsOf: (file, text) => read(text, (root) => readGoDeclarations(root, file, text)),
    whyNotSignature: (text) => whyNotGoSignature(parser, text),
    exportName: (context, module, name) => exportGoName(parser, context, module, name),
    findNameUses: (text, name, path) => read(text, (root) => findGoNameUses(root, name, path)),
    // An import names a package, never a name of it.
    findImportedNames: () => [],
  };
}

function whyNotCallable(parser: Parser, text: string, name: string): string | undefined {
  const declared = readGoFile(text).declarations.find((one) => one.name === name);
  if (declared === undefined) return undefined;
  if (declared.kind === 'function') return hasFunctionBody(parser, text, name) ? undefined : 'it has no body';
  if (declared.kind === 'const') return 'it is a constant';
  if (declared.kind !== 'var') return 'it is not a function';
  const type = withGoTree(parser, `package p\nvar ${text.slice(...declared.spec)}\n`, (root) => valueType(root, name));
  return type?.endsWith('_literal') && type !== 'func_literal' ? 'it is a variable with a plain value' : undefined;
}

function hasFunctionBody(parser: Parser, text: string, name: string): boolean {
  return withGoTree(parser, text, (root) => {
    const declared = readGoFunctions(root).find((one) => one.name === name);
    return declared === undefined || hasBody(declared);
  });
}

/** The type of the syntax node of the value of a variable. */
function valueType(root: SyntaxNode, name: string): string | undefined {
  const spec = root.descendantsOfType('var_spec')[0];
  const list = spec?.childForFieldName('value');
  if (!spec || !list) return undefined;
  const at = fieldsOf(spec, 'name')
    .filter(({ type }) => type === 'identifier')
    .findIndex(({ text }) => text === name);
  return childrenOf(list)[at]?.type;
}

/** The names at the top level of a file, its methods, and the members of its exported types. */
function readGoDeclarations(root: SyntaxNode, file: string, text: string): FileDeclarations {
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
