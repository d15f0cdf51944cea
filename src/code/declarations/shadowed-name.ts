import type { ts } from 'ts-morph';
import type { TypeScript } from '../language/typescript-parser.ts';

/** Arguments that are, or can be, what a module exports. */
const EXPORTS = /\b(?:exports|module|this|require|define|global\w*|self|window)\b/;

/**
 * Whether `exports` or `module` in an expression is certainly another variable than that of the module: one that a scope
 * around it declares, or a parameter that receives something else.
 */
export function isShadowed(typescript: TypeScript, node: ts.Node, name: string): boolean {
  for (let scope = parentOf(node); scope !== undefined; scope = parentOf(scope)) {
    if (typescript.isFunctionLike(scope)) {
      const index = scope.parameters.findIndex((one) => typescript.isIdentifier(one.name) && one.name.text === name);
      if (index >= 0) return receivesOther(typescript, scope, index);
    }
    const statements = typescript.isBlock(scope) || typescript.isSourceFile(scope) ? scope.statements : [];
    if (statements.some((statement) => declares(typescript, statement, name))) return true;
  }
  return false;
}

/** The parent of a node. A source file has none, which its type does not say. */
function parentOf(node: ts.Node): ts.Node | undefined {
  return node.parent;
}

/** Whether a statement declares a name, unless with the exports themselves: `var exports = module.exports`. */
function declares(typescript: TypeScript, statement: ts.Statement, name: string): boolean {
  if (typescript.isFunctionDeclaration(statement) || typescript.isClassDeclaration(statement)) {
    return statement.name?.text === name;
  }
  if (!typescript.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(
    ({ name: declared, initializer }) =>
      typescript.isIdentifier(declared) &&
      declared.text === name &&
      initializer !== undefined &&
      (typescript.isObjectLiteralExpression(initializer) || !EXPORTS.test(initializer.getText())),
  );
}

/** Whether a parameter certainly never receives the exports of the module. */
function receivesOther(typescript: TypeScript, scope: ts.SignatureDeclaration, index: number): boolean {
  const source = scope.getSourceFile();
  let callee: ts.Node = scope;
  while (typescript.isParenthesizedExpression(callee.parent)) callee = callee.parent;
  const { parent } = callee;
  if (typescript.isCallExpression(parent) && parent.expression === callee) {
    const argument = parent.arguments[index];
    return argument === undefined || typescript.isObjectLiteralExpression(argument);
  }
  const declaration =
    typescript.isFunctionDeclaration(scope) || typescript.isVariableDeclaration(parent) ? scope : undefined;
  const named =
    declaration &&
    (typescript.isFunctionDeclaration(declaration) ? declaration.name : 'name' in parent ? parent.name : undefined);
  if (named === undefined || !typescript.isIdentifier(named as ts.Node)) return false;
  const { text } = named as ts.Identifier;
  const mayPass = (node: ts.Node): boolean => {
    if (typescript.isCallExpression(node) || typescript.isNewExpression(node)) {
      const parts = [node.expression, ...(node.arguments ?? [])].map((part) => part.getText(source));
      const isCalled = parts[0]?.split('.', 1)[0] === text && parts.slice(1).some((part) => EXPORTS.test(part));
      if (isCalled || parts.slice(1).includes(text)) return true;
    }
    return typescript.forEachChild(node, (child) => mayPass(child) || undefined) === true;
  };
  return !mayPass(source);
}
