import type { ts } from 'ts-morph';
import type { Dialect } from '../language/source-language.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import type { ExportKind, ExportRecord, ImportedName } from '../modules/module-record.ts';
import { assembleModule, emptyRawModule, type RawExport, type RawModule } from '../modules/raw-module.ts';
import { readCommonJsExports } from './parse-commonjs.ts';
import { readImportCalls } from './parse-import-calls.ts';
import { addImport, readImport, readImportEquals } from './parse-imports.ts';
import { readJsDoc } from './parse-jsdoc.ts';
import {
  hasModifier,
  isExported,
  nodePosition,
  offsetPosition,
  openScript,
  statementsOf,
  type ParsedScript,
} from './parsed-script.ts';

/** Reads the exports and imports of one script with the full parser. */
export function parseModule(ts: TypeScript, text: string, dialect: Dialect): RawModule {
  const script = openScript(ts, text, dialect);
  readReferences(script);
  for (const statement of statementsOf(script)) readStatement(script, statement);
  readImportCalls(script);
  if (dialect === 'js') {
    readCommonJsExports(script);
    readJsDoc(script);
  }
  script.raw.imports.sort((a, b) => a.line - b.line || a.column - b.column);
  return script.raw;
}

function readReferences(script: ParsedScript): void {
  for (const reference of script.source.referencedFiles) {
    // The reported position is that of the opening quote, one before the path.
    const { line, column } = offsetPosition(script, reference.pos - 1);
    script.raw.imports.push({ specifier: reference.fileName, kind: 'reference', names: [], line, column });
  }
}

function readStatement(script: ParsedScript, statement: ts.Statement): void {
  const { ts, raw } = script;
  if (ts.isImportDeclaration(statement)) readImport(script, statement);
  else if (ts.isImportEqualsDeclaration(statement)) readImportEquals(script, statement);
  else if (ts.isExportDeclaration(statement)) readExport(script, statement);
  else if (ts.isExportAssignment(statement)) readExportAssignment(script, statement);
  else if (ts.isVariableStatement(statement)) {
    const kind = variableKind(script, statement.declarationList);
    for (const declaration of statement.declarationList.declarations) {
      readBinding(script, declaration.name, kind, isExported(script, statement));
    }
  } else {
    const kind = declaredKind(script, statement);
    if (kind !== undefined) readDeclaration(script, statement as DeclaringStatement, kind);
    else if (ts.isModuleDeclaration(statement) && isExported(script, statement)) raw.isEsModule = true;
  }
}

type DeclaringStatement =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration;

function declaredKind(script: ParsedScript, node: ts.Node): ExportKind | undefined {
  const { ts } = script;
  if (ts.isFunctionDeclaration(node)) return 'function';
  if (ts.isClassDeclaration(node)) return 'class';
  if (ts.isInterfaceDeclaration(node)) return 'interface';
  if (ts.isTypeAliasDeclaration(node)) return 'type';
  if (ts.isEnumDeclaration(node)) return 'enum';
  if (ts.isModuleDeclaration(node) && ts.isIdentifier(node.name) && node.name.text !== 'global') return 'namespace';
  return undefined;
}

function variableKind(script: ParsedScript, list: ts.VariableDeclarationList): ExportKind {
  const { ts } = script;
  if (list.flags & (ts.NodeFlags.Const | ts.NodeFlags.Using)) return 'const';
  return list.flags & ts.NodeFlags.Let ? 'let' : 'var';
}

function readBinding(script: ParsedScript, name: ts.BindingName, kind: ExportKind, exported: boolean): void {
  const { ts, raw } = script;
  if (!ts.isIdentifier(name)) {
    for (const element of name.elements) {
      if (ts.isBindingElement(element)) readBinding(script, element.name, kind, exported);
    }
    if (exported) raw.isEsModule = true;
  } else if (name.text !== '') declare(script, name, kind, exported);
}

function declare(script: ParsedScript, name: ts.Identifier, kind: ExportKind, exported: boolean): void {
  const position = nodePosition(script, name);
  script.raw.declarations.push({ name: name.text, kind, ...position });
  if (!exported) return;
  script.raw.isEsModule = true;
  script.raw.exports.push({ name: name.text, kind, localName: name.text, ...position });
}

function readDeclaration(script: ParsedScript, node: DeclaringStatement, kind: ExportKind): void {
  const { ts, raw } = script;
  const exported = isExported(script, node);
  const isDefault = exported && hasModifier(script, node, ts.SyntaxKind.DefaultKeyword);
  const name = node.name !== undefined && ts.isIdentifier(node.name) && node.name.text !== '' ? node.name : undefined;
  if (name !== undefined) declare(script, name, kind, exported && !isDefault);
  if (!isDefault) return;
  raw.isEsModule = true;
  const keyword = ts.getModifiers(node)?.find((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
  const position = nodePosition(script, name ?? keyword ?? node);
  raw.exports.push({ name: 'default', kind, ...(name && { localName: name.text }), ...position });
}

function readExport(script: ParsedScript, node: ts.ExportDeclaration): void {
  const { ts, raw } = script;
  raw.isEsModule = true;
  raw.hasExportStatement = true;
  const specifier = node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier : undefined;
  const type = node.isTypeOnly ? { typeOnly: true } : {};
  const clause = node.exportClause;
  if (clause === undefined) {
    if (specifier === undefined) return;
    raw.starExports.push({ specifier: specifier.text, ...type });
    addImport(script, specifier, 'reexport', [{ imported: '*', local: '*', ...type }]);
  } else if (ts.isNamespaceExport(clause)) {
    if (specifier === undefined) return;
    const from = { from: specifier.text, importedName: '*' };
    raw.exports.push({
      name: clause.name.text,
      kind: 'namespace',
      ...from,
      ...type,
      ...nodePosition(script, clause.name),
    });
    addImport(script, specifier, 'reexport', [{ imported: '*', local: clause.name.text, ...type }]);
  } else {
    const names: ImportedName[] = [];
    for (const element of clause.elements) {
      const localName = (element.propertyName ?? element.name).text;
      const elementType = node.isTypeOnly || element.isTypeOnly ? { typeOnly: true } : {};
      const origin: Partial<RawExport> = specifier ? { from: specifier.text, importedName: localName } : { localName };
      raw.exports.push({ name: element.name.text, ...origin, ...elementType, ...nodePosition(script, element.name) });
      names.push({ imported: localName, local: element.name.text, ...elementType });
    }
    if (specifier !== undefined) addImport(script, specifier, 'reexport', names);
  }
}

function readExportAssignment(script: ParsedScript, node: ts.ExportAssignment): void {
  const { ts, raw } = script;
  raw.isEsModule = true;
  raw.hasExportStatement = true;
  const expression = node.expression;
  const local = ts.isIdentifier(expression) && expression.text !== '' ? expression.text : undefined;
  const value: Partial<RawExport> = local === undefined ? { kind: 'value' } : { localName: local };
  if (node.isExportEquals) {
    const members = local === undefined ? [] : namespaceMembers(script, local);
    const position = nodePosition(script, node);
    raw.exports.push({ name: 'export=', ...value, ...(members.length > 0 && { members }), ...position });
    return;
  }
  const keyword = node.getChildren(script.source).find((child) => child.kind === ts.SyntaxKind.DefaultKeyword);
  raw.exports.push({ name: 'default', ...value, ...nodePosition(script, keyword ?? node) });
}

/** The exported members of all namespaces with the given name. Importers of `export = name` can use these members. */
function namespaceMembers(script: ParsedScript, name: string): ExportRecord[] {
  const { ts, source } = script;
  const inner: ParsedScript = { ...script, raw: emptyRawModule() };
  for (const statement of source.statements) {
    if (!ts.isModuleDeclaration(statement) || statement.name.text !== name) continue;
    const body = statement.body;
    if (body === undefined || !ts.isModuleBlock(body)) continue;
    const declarationsBefore = inner.raw.declarations.length;
    for (const member of body.statements) readStatement(inner, member);
    if (!hasModifier(script, statement, ts.SyntaxKind.DeclareKeyword)) continue;
    if (body.statements.some((member) => ts.isExportDeclaration(member) || ts.isExportAssignment(member))) continue;
    // In an ambient namespace every declaration is exported, with or without `export`.
    for (const declaration of inner.raw.declarations.slice(declarationsBefore)) {
      inner.raw.exports.push({ ...declaration, localName: declaration.name });
    }
  }
  return [...assembleModule('', inner.raw, 'parser').exports];
}
