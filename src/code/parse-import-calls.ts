import type { ts } from 'ts-morph';
import type { ImportedName } from './module-record.ts';
import { addImport, readImport, readRequiredImport } from './parse-imports.ts';
import { placeAt, statementsOf, type ParsedScript } from './parsed-script.ts';

/** Adds every `import(…)`, as an expression or as a type, every `require(…)`, and what nested modules import. */
export function findImportCalls(script: ParsedScript): void {
  const { ts, raw } = script;
  const add = (specifier: ts.StringLiteralLike, kind: 'dynamic' | 'require', names: readonly ImportedName[]): void => {
    const { line, column } = placeAt(script, specifier);
    raw.imports.push({ specifier: specifier.text, kind, names, line, column });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const specifier = node.arguments[0];
      if (isRequired(script, node)) raw.isCommonModule = true;
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
    } else if (isInDeclaredModule(script, node)) readInnerStatement(script, node);
    ts.forEachChild(node, visit);
  };
  for (const statement of statementsOf(script)) visit(statement);
}

/** Whether a call makes a JavaScript file a module of CommonJS, whatever it is that it asks for. */
function isRequired({ ts }: ParsedScript, { expression, arguments: given }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'require' && given.length === 1;
}

/** Whether a statement stands in `declare module 'x' {…}`, where imports and re-exports may stand. */
function isInDeclaredModule({ ts }: ParsedScript, node: ts.Node): boolean {
  return ts.isStatement(node) && ts.isModuleBlock(node.parent) && ts.isStringLiteral(node.parent.parent.name);
}

function readInnerStatement(script: ParsedScript, node: ts.Node): void {
  const { ts } = script;
  if (ts.isImportDeclaration(node)) readImport(script, node);
  else if (ts.isImportEqualsDeclaration(node)) readRequiredImport(script, node);
  else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    addImport(script, node.moduleSpecifier, 'reexport', []);
  }
}

/** The names of `const x = require(…)` and `const { a, b: c } = require(…)` at the top of a script. */
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
