import type { ts } from 'ts-morph';
import { parseScript } from './parsed-script.ts';
import { scriptsOf } from './scripts-of.ts';
import { isNamedDeclaration } from './types/declared-names.ts';
import { loadTypeScript, type TypeScript } from './typescript-parser.ts';

/** Whether a module declares or imports a name for all of itself: only such a name can be exported. */
export async function declaresName(file: string, text: string, name: string): Promise<boolean> {
  const typescript = await loadTypeScript();
  return scriptsOf(file, text).some((script) =>
    declares(typescript, parseScript(typescript, script.text, script.dialect), name, true),
  );
}

/** @param isOutermost whether the node stands in no block: in one only `var` declares a name for the whole module */
function declares(typescript: TypeScript, node: ts.Node, name: string, isOutermost: boolean): boolean {
  if (typescript.isVariableDeclarationList(node)) {
    if (!isOutermost && (node.flags & typescript.NodeFlags.BlockScoped) !== 0) return false;
    return node.declarations.some((declaration) => binds(typescript, declaration.name, name));
  }
  if (isDeclaration(typescript, node)) {
    if (isOutermost && node.name !== undefined && nameText(typescript, node.name) === name) return true;
    // Of what stands in them only the names of an import are the module's.
    if (!typescript.isImportClause(node)) return false;
  }
  if (typescript.isFunctionLike(node) || typescript.isClassLike(node)) return false;
  const isTransparent =
    typescript.isSourceFile(node) || typescript.isVariableStatement(node) || isImport(typescript, node);
  const isInner = (child: ts.Node): boolean => declares(typescript, child, name, isOutermost && isTransparent);
  return typescript.forEachChild(node, (child) => isInner(child) || undefined) === true;
}

/** Whether a name, or a pattern that takes values apart, declares a name. */
function binds(typescript: TypeScript, bound: ts.BindingName, name: string): boolean {
  if (typescript.isIdentifier(bound)) return bound.text === name;
  return bound.elements.some((each) => typescript.isBindingElement(each) && binds(typescript, each.name, name));
}

function nameText(typescript: TypeScript, name: ts.Node): string | undefined {
  return typescript.isIdentifier(name) ? name.text : undefined;
}

function isImport(typescript: TypeScript, node: ts.Node): boolean {
  return typescript.isImportDeclaration(node) || typescript.isImportClause(node) || typescript.isNamedImports(node);
}

function isDeclaration(typescript: TypeScript, node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    isNamedDeclaration(typescript, node) ||
    typescript.isImportClause(node) ||
    typescript.isImportSpecifier(node) ||
    typescript.isNamespaceImport(node) ||
    typescript.isImportEqualsDeclaration(node)
  );
}
