import type { ts } from 'ts-morph';
import { readNested } from '../../foundation/errors.ts';
import { scriptsOf } from '../language/scripts.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import { isNamedDeclaration } from './declared-names.ts';

/** Where a module declares or imports a name at top level. Line and column start at 1. */
export interface TopLevelName {
  readonly line: number;
  readonly column: number;
  readonly isImported: boolean;
}

/**
 * Finds where a module declares or imports a name at top level. Only such a name can be exported. `undefined` if it does
 * neither.
 *
 * @throws HoldfastError `limit` if the text is nested too deeply
 */
export async function findTopLevelName(file: string, text: string, name: string): Promise<TopLevelName | undefined> {
  const typescript = await loadTypeScript();
  for (const script of scriptsOf(file, text)) {
    const found = readNested(file, () =>
      findName(typescript, parseScript(typescript, script.text, script.dialect), name, true),
    );
    if (found === undefined) continue;
    const source = found.getSourceFile();
    const { line, character } = source.getLineAndCharacterOfPosition(found.getStart(source));
    return { line: line + 1, column: character + 1, isImported: isImported(typescript, found.parent) };
  }
  return undefined;
}

/** @param isOutermost whether the node is outside any block: inside a block, only `var` declares a name at top level */
function findName(typescript: TypeScript, node: ts.Node, name: string, isOutermost: boolean): ts.Node | undefined {
  if (typescript.isVariableDeclarationList(node)) {
    if (!isOutermost && (node.flags & typescript.NodeFlags.BlockScoped) !== 0) return undefined;
    return firstOf(node.declarations, (declaration) => findBound(typescript, declaration.name, name));
  }
  if (isNamedDeclaration(typescript, node) || isImported(typescript, node)) {
    if (isOutermost && node.name !== undefined && isNamed(typescript, node.name, name)) return node.name;
    // Of the nodes inside a declaration, only the names of an import clause are top-level names.
    if (!typescript.isImportClause(node)) return undefined;
  }
  if (typescript.isFunctionLike(node) || typescript.isClassLike(node)) return undefined;
  const isTransparent =
    typescript.isSourceFile(node) || typescript.isVariableStatement(node) || isImport(typescript, node);
  return typescript.forEachChild(node, (child) => findName(typescript, child, name, isOutermost && isTransparent));
}

/** The place of a name in a binding name or a destructuring pattern. */
function findBound(typescript: TypeScript, binding: ts.BindingName, name: string): ts.Node | undefined {
  if (typescript.isIdentifier(binding)) return binding.text === name ? binding : undefined;
  return firstOf(binding.elements, (element) =>
    typescript.isBindingElement(element) ? findBound(typescript, element.name, name) : undefined,
  );
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => ts.Node | undefined): ts.Node | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNamed(typescript: TypeScript, node: ts.Node, name: string): boolean {
  return typescript.isIdentifier(node) && node.text === name;
}

function isImport(typescript: TypeScript, node: ts.Node): boolean {
  return typescript.isImportDeclaration(node) || typescript.isImportClause(node) || typescript.isNamedImports(node);
}

function isImported(typescript: TypeScript, node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    typescript.isImportClause(node) ||
    typescript.isImportSpecifier(node) ||
    typescript.isNamespaceImport(node) ||
    typescript.isImportEqualsDeclaration(node)
  );
}
