import type { Parser } from '@vscode/tree-sitter-wasm';
import { assembleModule, emptyRawModule } from '../../modules/raw-module.ts';
import { isBinary } from '../../modules/read-module.ts';
import type { CodeLanguage } from '../interface/code-language.ts';
import { loadGrammar } from '../tree-sitter/load-grammar.ts';
import { withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readDeclaredExports } from './declared-exports.ts';
import { readImportLines, readModuleScope } from './module-scope.ts';
import { findImportedNames, findNameUses } from './name-uses.ts';
import { outlineText } from './outline-text.ts';
import { comparePythonSignature, whyNotSignature } from './python-signature.ts';
import { listImplemented, readFunctions } from './python-functions.ts';
import { PythonResolver } from './python-resolver.ts';
import { preferredBinding, readPythonModule } from './read-python-module.ts';
import { findPythonErrors } from './syntax-errors.ts';

/** Expressions whose value is certainly no function. */
const PLAIN_VALUES: ReadonlySet<string> = new Set([
  'string',
  'concatenated_string',
  'integer',
  'float',
  'true',
  'false',
  'none',
  'list',
  'tuple',
  'set',
  'dictionary',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
  'comparison_operator',
]);

/** Loads the grammar. */
export async function loadPython(): Promise<CodeLanguage> {
  const parser = await loadGrammar('python');
  return createLanguage(parser);
}

function createLanguage(parser: Parser): CodeLanguage {
  const read = <Result>(text: string, use: (root: SyntaxNode) => Result): Result => withTree(parser, text, use);
  return {
    readModule(file, text) {
      const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
      if (isBinary(source)) return assembleModule(file, emptyRawModule(), 'lexer');
      const outline = outlineText(source);
      if (outline === undefined) return read(source, (root) => readPythonModule(file, root));
      const { imports } = outline;
      const lines = imports.map((one) => one.text).join('\n');
      const nested = imports.length === 0 ? [] : read(lines, (root) => readImportLines(root, imports));
      return read(outline.text, (root) => readPythonModule(file, root, nested));
    },
    functionsOf: (file, text) =>
      read(text, (root) => {
        const exported = new Set(readPythonModule(file, root).exports.map(({ name }) => name));
        return listImplemented(readFunctions(root), (outermost) => exported.has(outermost));
      }),
    findSyntaxErrors: (text) => read(text, findPythonErrors),
    declaresName: (text, name) => read(text, (root) => readModuleScope(root).bindings.has(name)),
    whyNotCallable: (text, localName) => read(text, (root) => whyNotCallable(root, localName)),
    compareSignature: (text, name, expected) =>
      read(text, (root) => comparePythonSignature(parser, readFunctions(root), name, expected)),
    declaredExports: (file, text) => read(text, (root) => readDeclaredExports(parser, file, root)),
    whyNotSignature: (text) => whyNotSignature(parser, text),
    findNameUses: (text, name, path) => read(text, (root) => findNameUses(root, name, path)),
    findImportedNames: (text, offset, names) => read(text, (root) => findImportedNames(root, offset, names)),
    createResolver: (files, configuration) => new PythonResolver(files, configuration),
  };
}

function whyNotCallable(root: SyntaxNode, localName: string): string | undefined {
  const bindings = readModuleScope(root).bindings.get(localName);
  if (bindings === undefined) return undefined;
  const binding = preferredBinding(bindings);
  if (binding.isTypeOnly) return 'it exists only for type checkers';
  if (binding.kind === 'type') return 'it is not a function';
  if (binding.kind === 'function' && bindings.every(({ isOverload }) => isOverload === true)) {
    return 'it has overload signatures, but no implementation';
  }
  if (binding.kind === 'variable' && binding.value !== undefined && PLAIN_VALUES.has(binding.value.type)) {
    return 'it is a variable with a plain value';
  }
  return undefined;
}
