import type { Parser } from '@vscode/tree-sitter-wasm';
import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import { assembleModule, emptyRawModule } from '../../modules/raw-module.ts';
import { isBinary } from '../../modules/read-module.ts';
import type { CodeLanguage } from '../interface/code-language.ts';
import { loadGrammar } from '../tree-sitter/load-grammar.ts';
import { positionOf, withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readDeclaredExports } from './declared-exports.ts';
import { readGoFunctions, toFunctionSymbol } from './go-functions.ts';
import { GoResolver } from './go-resolver.ts';
import { compareGoSignature, whyNotGoSignature } from './go-signature.ts';
import { findGoNameUses } from './name-uses.ts';
import { readDeclarations, readGoModule } from './read-go-module.ts';

const MAX_ERRORS = 10;

/** Loads the grammar. */
export async function loadGo(): Promise<CodeLanguage> {
  return createLanguage(await loadGrammar('go'));
}

function createLanguage(parser: Parser): CodeLanguage {
  const read = <Result>(text: string, use: (root: SyntaxNode) => Result): Result => withTree(parser, text, use);
  return {
    readModule(file, text) {
      const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
      if (isBinary(source)) return assembleModule(file, emptyRawModule(), 'lexer');
      return read(source, (root) => readGoModule(file, root));
    },
    functionsOf: (_file, text) => read(text, (root) => readGoFunctions(root).map(toFunctionSymbol)),
    findSyntaxErrors: (text) => read(text, findGoErrors),
    declaresName: (text, name) => read(text, (root) => readDeclarations(root).some((one) => one.name === name)),
    whyNotCallable: (text, localName) => read(text, (root) => whyNotCallable(root, localName)),
    compareSignature: (text, name, expected) =>
      read(text, (root) => compareGoSignature(parser, readGoFunctions(root), name, expected)),
    declaredExports: (file, text) => read(text, (root) => readDeclaredExports(file, root)),
    whyNotSignature: (text) => whyNotGoSignature(parser, text),
    findNameUses: (text, name, path) => read(text, (root) => findGoNameUses(root, name, path)),
    // An import names a package, never a name of it.
    findImportedNames: () => [],
    createResolver: (files, configuration) => new GoResolver(files, configuration),
  };
}

function findGoErrors(root: SyntaxNode): readonly SyntaxDiagnostic[] {
  const errors: SyntaxDiagnostic[] = [];
  const visit = (node: SyntaxNode): void => {
    if (errors.length >= MAX_ERRORS || !node.hasError) return;
    if (node.isMissing) errors.push({ ...positionOf(node), message: `"${node.type}" is missing.` });
    else if (node.isError) errors.push({ ...positionOf(node), message: 'This is not valid Go.' });
    else for (const child of node.children) if (child !== null) visit(child);
  };
  visit(root);
  return errors;
}

function whyNotCallable(root: SyntaxNode, name: string): string | undefined {
  const declared = readDeclarations(root).find((one) => one.name === name);
  if (declared === undefined || declared.kind === 'function') return undefined;
  if (declared.kind === 'const') return 'it is a constant';
  if (declared.kind !== 'var') return 'it is not a function';
  const value = declared.value?.type ?? '';
  return value.endsWith('_literal') && value !== 'func_literal' ? 'it is a variable with a plain value' : undefined;
}
