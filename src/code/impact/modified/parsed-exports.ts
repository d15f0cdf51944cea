import type { ts } from 'ts-morph';
import type { ExportKind, ExportRecord } from '../../modules/module-record.ts';
import { parseModule } from '../../parser/parse-module.ts';
import { parseScript, type TypeScript } from '../../language/typescript-parser.ts';
import { readModule } from '../../modules/read-module.ts';
import { componentScripts } from '../../language/scripts.ts';
import { languageOf } from '../../language/source-language.ts';
import { findTypeTag } from './comment-types.ts';

/** A node that declares a name. A variable is represented by its declaration, not by its statement. */
export type DeclaringNode =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration
  | ts.VariableDeclaration;

/** One export of one version of a file, with its syntax nodes. */
export interface ParsedExport {
  readonly name: string;
  readonly kind: ExportKind;
  readonly line: number;
  readonly column: number;
  /** The name inside the module. Comparisons ignore it. */
  readonly localName: string | undefined;
  /** For a re-export, the imported name and the specifier. */
  readonly from: string | undefined;
  /** The declarations in this file. Overloads and merged declarations have several. */
  readonly declarations: readonly DeclaringNode[];
  /** The exporting statement, if the export has no declaration: `export default 1`, `exports.a = 1`, a pattern. */
  readonly statement: ts.Statement | undefined;
  /** The JSDoc tag that declares the export in a JavaScript file. */
  readonly tag: ts.JSDocTag | undefined;
}

/** Parses one version of a file and returns its exports by name. Omits names that come from `export *`. */
export function parseExports(ts: TypeScript, file: string, text: string): ReadonlyMap<string, ParsedExport> {
  const record = readModule(file, text, (part, dialect) => parseModule(ts, part, dialect), 'parser');
  const sources = parseSources(ts, file, text);
  const declared = collectDeclarations(ts, sources);
  const exportsByName = new Map<string, ParsedExport>();
  for (const entry of record?.exports ?? [])
    exportsByName.set(entry.name, toParsedExport(ts, entry, sources, declared));
  return exportsByName;
}

function toParsedExport(
  ts: TypeScript,
  entry: ExportRecord,
  sources: readonly ts.SourceFile[],
  declared: ReadonlyMap<string, readonly DeclaringNode[]>,
): ParsedExport {
  const { name, kind, localName, from } = entry;
  const { line, column } = entry.declaredAt ?? entry;
  const declarations = from === undefined && localName !== undefined ? (declared.get(localName) ?? []) : [];
  const isDeclared = declarations.length > 0;
  const statement = isDeclared ? undefined : findAtPosition(sources, entry, findStatement);
  const isInComment = !isDeclared && statement === undefined && from === undefined;
  const tag = isInComment
    ? findAtPosition(sources, entry, (source, offset) => findTypeTag(ts, source, offset))
    : undefined;
  const origin = from === undefined ? undefined : `${entry.importedName ?? name} from ${from}`;
  return { name, kind, line, column, localName, from: origin, declarations, statement, tag };
}

function parseSources(ts: TypeScript, file: string, text: string): readonly ts.SourceFile[] {
  const language = languageOf(file);
  if (language === undefined) return [];
  if (language === 'ts' || language === 'tsx' || language === 'js') return [parseScript(ts, text, language)];
  return componentScripts(text, language).parts.map((part) => parseScript(ts, part.text, part.dialect));
}

function collectDeclarations(
  ts: TypeScript,
  sources: readonly ts.SourceFile[],
): ReadonlyMap<string, readonly DeclaringNode[]> {
  const declared = new Map<string, DeclaringNode[]>();
  const add = (name: string | undefined, node: DeclaringNode): void => {
    const nodes = declared.get(name ?? '') ?? [];
    declared.set(name ?? '', nodes);
    nodes.push(node);
  };
  for (const statement of sources.flatMap((source) => [...source.statements])) {
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        if (ts.isIdentifier(declaration.name)) add(declaration.name.text, declaration);
      }
    } else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isModuleDeclaration(statement)
    ) {
      add(statement.name?.text, statement);
    }
  }
  return declared;
}

function findStatement(source: ts.SourceFile, offset: number): ts.Statement | undefined {
  return source.statements.find((statement) => statement.getStart(source) <= offset && offset < statement.end);
}

function findAtPosition<T>(
  sources: readonly ts.SourceFile[],
  { line, column }: ExportRecord,
  find: (source: ts.SourceFile, offset: number) => T | undefined,
): T | undefined {
  for (const source of sources) {
    const start = source.getLineStarts()[line - 1];
    const match = start === undefined ? undefined : find(source, start + column - 1);
    if (match !== undefined) return match;
  }
  return undefined;
}
