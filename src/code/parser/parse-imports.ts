import type { ts } from 'ts-morph';
import type { ImportedName } from '../modules/module-record.ts';
import { isExported, nodePosition, type ParsedScript } from './parsed-script.ts';

/** Adds an import declaration, at top level or in a `declare module` block, or an `@import` tag. */
export function readImport(script: ParsedScript, node: ts.ImportDeclaration | ts.JSDocImportTag): void {
  const { ts, raw } = script;
  if (ts.isSourceFile(node.parent)) raw.isEsModule = true;
  if (!ts.isStringLiteral(node.moduleSpecifier)) return;
  const clause = node.importClause;
  const names: ImportedName[] = [];
  if (clause?.name) names.push({ imported: 'default', local: clause.name.text });
  const bindings = clause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) names.push({ imported: '*', local: bindings.name.text });
  if (bindings && ts.isNamedImports(bindings)) {
    for (const element of bindings.elements) {
      const imported = (element.propertyName ?? element.name).text;
      names.push({ imported, local: element.name.text, ...(element.isTypeOnly && { typeOnly: true }) });
    }
  }
  const typeOnly = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  addImport(script, node.moduleSpecifier, typeOnly ? 'type' : 'static', names);
}

/** Adds an import of a module. */
export function addImport(
  script: ParsedScript,
  specifier: ts.StringLiteralLike,
  kind: 'static' | 'type' | 'require' | 'reexport',
  names: readonly ImportedName[],
): void {
  script.raw.imports.push({ specifier: specifier.text, kind, names, ...nodePosition(script, specifier) });
}

/** Adds `import a = require('x')`. `import a = B.C` imports no module. */
export function readRequiredImport(script: ParsedScript, node: ts.ImportEqualsDeclaration): void {
  const specifier = requiredSpecifier(script, node);
  if (specifier === undefined) return;
  addImport(script, specifier, node.isTypeOnly ? 'type' : 'require', [{ imported: 'export=', local: node.name.text }]);
}

function requiredSpecifier(
  { ts }: ParsedScript,
  { moduleReference }: ts.ImportEqualsDeclaration,
): ts.StringLiteralLike | undefined {
  if (!ts.isExternalModuleReference(moduleReference)) return undefined;
  return ts.isStringLiteralLike(moduleReference.expression) ? moduleReference.expression : undefined;
}

/** Reads an `import a = …` statement, with or without `export`. */
export function readImportEquals(script: ParsedScript, node: ts.ImportEqualsDeclaration): void {
  const { ts, raw } = script;
  readRequiredImport(script, node);
  const isModuleImport = ts.isExternalModuleReference(node.moduleReference);
  const exported = isExported(script, node);
  if (exported || isModuleImport) raw.isEsModule = true;
  if (!exported) return;
  const specifier = requiredSpecifier(script, node);
  raw.exports.push({
    name: node.name.text,
    ...(specifier && { kind: 'namespace', from: specifier.text, importedName: 'export=' }),
    ...(node.isTypeOnly && { typeOnly: true }),
    ...nodePosition(script, node.name),
  });
}
