import type { ts } from 'ts-morph';
import { readNested } from '../../shared/errors.ts';
import { scriptsOf } from '../language/scripts.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import { isNamedDeclaration } from './declared-names.ts';

/** Whether a module declares or imports a name at top level. Only such a name can be exported. */
export async function declaresName(file: string, text: string, name: string): Promise<boolean> {
  const typescript = await loadTypeScript();
  return scriptsOf(file, text).some((script) =>
    readNested(file, () => declares(typescript, parseScript(typescript, script.text, script.dialect), name, true)),
  );
}

/** @param isOutermost whether the node is outside any block: inside a block, only `var` declares a name at top level */
function declares(typescript: TypeScript, node: ts.Node, name: string, isOutermost: boolean): boolean {
  if (typescript.isVariableDeclarationList(node)) {
    if (!isOutermost && (node.flags & typescript.NodeFlags.BlockScoped) !== 0) return false;
    return node.declarations.some((declaration) => binds(typescript, declaration.name, name));
  }
  if (isDeclaration(typescript, node)) {
    if (isOutermost && node.name !== undefined && nameText(typescript, node.name) === name) return true;
    // Of the nodes inside a declaration, only the names of an import clause are top-level names.
    if (!typescript.isImportClause(node)) return false;
  }
  if (typescript.isFunctionLike(node) || typescript.isClassLike(node)) return false;
  const isTransparent =
    typescript.isSourceFile(node) || typescript.isVariableStatement(node) || isImport(typescript, node);
  const declaresInside = (child: ts.Node): boolean => declares(typescript, child, name, isOutermost && isTransparent);
  return typescript.forEachChild(node, (child) => declaresInside(child) || undefined) === true;
}

/** Whether a binding name or destructuring pattern declares a name. */
function binds(typescript: TypeScript, binding: ts.BindingName, name: string): boolean {
  if (typescript.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some(
    (element) => typescript.isBindingElement(element) && binds(typescript, element.name, name),
  );
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
