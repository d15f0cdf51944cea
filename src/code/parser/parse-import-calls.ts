import type { ts } from 'ts-morph';
import type { ImportedName } from '../modules/module-record.ts';
import { addImport, readImport, readRequiredImport } from './parse-imports.ts';
import { nodePosition, statementsOf, type ParsedScript } from './parsed-script.ts';

/** Adds every `import(…)` expression and type, every `require(…)`, and the imports of `declare module` blocks. */
export function readImportCalls(script: ParsedScript): void {
  const { ts, raw } = script;
  const add = (specifier: ts.StringLiteralLike, kind: 'dynamic' | 'require', names: readonly ImportedName[]): void => {
    const { line, column } = nodePosition(script, specifier);
    raw.imports.push({ specifier: specifier.text, kind, names, line, column });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const specifier = node.arguments[0];
      if (isRequireCall(script, node)) raw.hasCommonJsSyntax = true;
      if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
        if (node.expression.kind === ts.SyntaxKind.ImportKeyword) add(specifier, 'dynamic', []);
        else if (ts.isIdentifier(node.expression) && node.expression.text === 'require') {
          add(specifier, 'require', requiredNames(script, node));
        }
      }
    } else if (ts.isImportTypeNode(node)) {
      if (ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
        add(node.argument.literal, 'dynamic', []);
      }
    } else if (isInDeclaredModule(script, node)) readModuleBlockStatement(script, node);
    ts.forEachChild(node, visit);
  };
  for (const statement of statementsOf(script)) visit(statement);
}

/** Whether a call is `require` with exactly one argument. Such a call makes a JavaScript file a CommonJS module. */
function isRequireCall({ ts }: ParsedScript, { expression, arguments: args }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'require' && args.length === 1;
}

/** Whether a statement is inside `declare module 'x' {…}`, which can contain imports and re-exports. */
function isInDeclaredModule({ ts }: ParsedScript, node: ts.Node): boolean {
  return ts.isStatement(node) && ts.isModuleBlock(node.parent) && ts.isStringLiteral(node.parent.parent.name);
}

function readModuleBlockStatement(script: ParsedScript, node: ts.Node): void {
  const { ts } = script;
  if (ts.isImportDeclaration(node)) readImport(script, node);
  else if (ts.isImportEqualsDeclaration(node)) readRequiredImport(script, node);
  else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    addImport(script, node.moduleSpecifier, 'reexport', []);
  }
}

/** The names of a top-level `const x = require(…)` or `const { a, b: c } = require(…)`. */
function requiredNames(script: ParsedScript, call: ts.CallExpression): readonly ImportedName[] {
  const { ts } = script;
  const declaration = call.parent;
  if (!ts.isVariableDeclaration(declaration) || !ts.isSourceFile(declaration.parent.parent.parent)) return [];
  if (ts.isIdentifier(declaration.name)) return [{ imported: 'export=', local: declaration.name.text }];
  if (!ts.isObjectBindingPattern(declaration.name)) return [];
  const names: ImportedName[] = [];
  for (const element of declaration.name.elements) {
    const property = element.propertyName ?? element.name;
    if (element.dotDotDotToken || element.initializer) return [];
    if (!ts.isIdentifier(element.name) || !ts.isIdentifier(property)) return [];
    names.push({ imported: property.text, local: element.name.text });
  }
  return names;
}
