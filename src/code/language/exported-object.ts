import type { ts } from 'ts-morph';
import type { TypeScript } from './typescript-parser.ts';

/** An object that is the whole CommonJS module: `const api = {…}; api.b = …; module.exports = api;`. */
export interface ExportedObject {
  readonly object: ts.ObjectLiteralExpression;
  /** What statements of the script add to the object. */
  readonly additions: readonly { readonly name: ts.Identifier; readonly value: ts.Expression }[];
}

/**
 * Finds the object behind `module.exports = name`. Undefined unless it is certain: the statement is at top level and is
 * reached, the variable is declared once with an object literal, and nothing assigns the variable again or deletes from it.
 */
export function findExportedObject(
  typescript: TypeScript,
  statements: Iterable<ts.Statement>,
  name: string,
): ExportedObject | undefined {
  const all = [...statements];
  const position = all.findIndex((statement) => isWholeExport(typescript, statement, name));
  if (position < 0 || all.slice(0, position).some((statement) => endsScript(typescript, statement))) return undefined;
  const declarations = all.flatMap((statement) =>
    typescript.isVariableStatement(statement)
      ? statement.declarationList.declarations.filter((declaration) => isNamed(typescript, declaration.name, name))
      : [],
  );
  const [declaration, ...more] = declarations;
  const object = declaration?.initializer;
  if (object === undefined || more.length > 0 || !typescript.isObjectLiteralExpression(object)) return undefined;
  if (all.some((statement) => mayReplace(typescript, statement, name))) return undefined;
  const additions = all.flatMap((statement) => {
    const { left, right } = assignmentOf(typescript, statement) ?? {};
    if (left === undefined || right === undefined || !typescript.isPropertyAccessExpression(left)) return [];
    if (!isNamed(typescript, left.expression, name) || !typescript.isIdentifier(left.name)) return [];
    return [{ name: left.name, value: right }];
  });
  return { object, additions };
}

function isNamed(typescript: TypeScript, node: ts.Node, name: string): boolean {
  return typescript.isIdentifier(node) && node.text === name;
}

function assignmentOf(typescript: TypeScript, statement: ts.Statement): ts.BinaryExpression | undefined {
  if (!typescript.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  const isAssignment =
    typescript.isBinaryExpression(expression) && expression.operatorToken.kind === typescript.SyntaxKind.EqualsToken;
  return isAssignment ? expression : undefined;
}

/** Whether a statement is `module.exports = name`, also as `exports = module.exports = name`. */
function isWholeExport(typescript: TypeScript, statement: ts.Statement, name: string): boolean {
  let assignment = assignmentOf(typescript, statement);
  while (assignment !== undefined) {
    const { left, right } = assignment;
    const isModuleExports =
      typescript.isPropertyAccessExpression(left) &&
      isNamed(typescript, left.expression, 'module') &&
      left.name.text === 'exports';
    if (isModuleExports && isNamed(typescript, right, name)) return true;
    assignment =
      typescript.isBinaryExpression(right) && right.operatorToken.kind === typescript.SyntaxKind.EqualsToken
        ? right
        : undefined;
  }
  return false;
}

function endsScript(typescript: TypeScript, statement: ts.Statement): boolean {
  return typescript.isThrowStatement(statement) || typescript.isReturnStatement(statement);
}

/** Whether code may give the variable another value, or delete from its object. Other variables of this name count too. */
function mayReplace(typescript: TypeScript, node: ts.Node, name: string): boolean {
  const mentions = (part: ts.Node): boolean =>
    isNamed(typescript, part, name) || (typescript.forEachChild(part, mentions) ?? false);
  const replacesIn = (part: ts.Node): boolean => {
    if (typescript.isDeleteExpression(part)) return mentions(part.expression);
    if (typescript.isForInStatement(part) || typescript.isForOfStatement(part)) {
      if (mentions(part.initializer)) return true;
    }
    if (typescript.isBinaryExpression(part) && isAssignmentOperator(typescript, part.operatorToken.kind)) {
      const isMember =
        typescript.isPropertyAccessExpression(part.left) || typescript.isElementAccessExpression(part.left);
      return !isMember && mentions(part.left);
    }
    return false;
  };
  const visit = (part: ts.Node): boolean => replacesIn(part) || (typescript.forEachChild(part, visit) ?? false);
  return visit(node);
}

function isAssignmentOperator({ SyntaxKind }: TypeScript, kind: ts.SyntaxKind): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}
