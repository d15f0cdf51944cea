import type { ts } from 'ts-morph';
import { parseScript } from './parsed-script.ts';
import { scriptsOf } from './scripts-of.ts';
import { loadTypeScript, type TypeScript } from './typescript-parser.ts';

/** Whether a module declares or imports a name outside its functions and classes: only such a name can be exported. */
export async function declaresName(file: string, text: string, name: string): Promise<boolean> {
  const typescript = await loadTypeScript();
  return scriptsOf(file, text).some((script) =>
    declares(typescript, parseScript(typescript, script.text, script.dialect), name),
  );
}

function declares(typescript: TypeScript, node: ts.Node, name: string): boolean {
  if (isDeclaration(typescript, node) && node.name !== undefined && nameText(typescript, node.name) === name)
    return true;
  if (typescript.isFunctionLike(node) || typescript.isClassLike(node)) return false;
  return typescript.forEachChild(node, (child) => declares(typescript, child, name) || undefined) === true;
}

function nameText(typescript: TypeScript, name: ts.Node): string | undefined {
  return typescript.isIdentifier(name) ? name.text : undefined;
}

function isDeclaration(typescript: TypeScript, node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    typescript.isVariableDeclaration(node) ||
    typescript.isBindingElement(node) ||
    typescript.isFunctionDeclaration(node) ||
    typescript.isClassDeclaration(node) ||
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isEnumDeclaration(node) ||
    typescript.isModuleDeclaration(node) ||
    typescript.isImportClause(node) ||
    typescript.isImportSpecifier(node) ||
    typescript.isNamespaceImport(node) ||
    typescript.isImportEqualsDeclaration(node)
  );
}
