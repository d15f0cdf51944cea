import type { ts } from 'ts-morph';
import type { ExportKind, ExportRecord } from '../../code/module-record.ts';
import { parseModule } from '../../code/parse-module.ts';
import { parseScript } from '../../code/parsed-script.ts';
import { readModule } from '../../code/read-module.ts';
import { scriptPartsOf } from '../../code/script-parts.ts';
import { languageOf } from '../../code/source-language.ts';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { typeTagAt } from './comment-types.ts';

/** What declares a name; of a variable the single declaration, not its whole statement. */
export type DeclaringNode =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration
  | ts.VariableDeclaration;

/** One export as its text stands in a version of a file. */
export interface WrittenExport {
  readonly name: string;
  readonly kind: ExportKind;
  readonly line: number;
  readonly column: number;
  /** The name inside the module; it is not part of what the declaration says. */
  readonly localName: string | undefined;
  /** Where another module declares it: what is written of that. */
  readonly from: string | undefined;
  /** What declares it here: overloads and declarations that merge are several nodes. */
  readonly declarations: readonly DeclaringNode[];
  /** What gives it where nothing is declared: `export default 1`, `exports.a = 1`, a pattern. */
  readonly statement: ts.Statement | undefined;
  /** The tag of a comment that declares it, in JavaScript. */
  readonly tag: ts.JSDocTag | undefined;
}

/** Every export that one version of a file writes, by name. `export *` gives no names of its own. */
export function writtenExports(ts: TypeScript, file: string, text: string): ReadonlyMap<string, WrittenExport> {
  const record = readModule(file, text, (part, dialect) => parseModule(ts, part, dialect), 'parser');
  const sources = sourcesOf(ts, file, text);
  const declared = declarationsOf(ts, sources);
  const found = new Map<string, WrittenExport>();
  for (const entry of record?.exports ?? []) found.set(entry.name, written(ts, entry, sources, declared));
  return found;
}

function written(
  ts: TypeScript,
  entry: ExportRecord,
  sources: readonly ts.SourceFile[],
  declared: ReadonlyMap<string, readonly DeclaringNode[]>,
): WrittenExport {
  const { name, kind, localName, from } = entry;
  const { line, column } = entry.declaredAt ?? entry;
  const declarations = from === undefined && localName !== undefined ? (declared.get(localName) ?? []) : [];
  const isDeclared = declarations.length > 0;
  const statement = isDeclared ? undefined : atPlace(sources, entry, statementAt);
  const isInComment = !isDeclared && statement === undefined && from === undefined;
  const tag = isInComment ? atPlace(sources, entry, (source, offset) => typeTagAt(ts, source, offset)) : undefined;
  const origin = from === undefined ? undefined : `${entry.importedName ?? name} from ${from}`;
  return { name, kind, line, column, localName, from: origin, declarations, statement, tag };
}

function sourcesOf(ts: TypeScript, file: string, text: string): readonly ts.SourceFile[] {
  const language = languageOf(file);
  if (language === undefined) return [];
  if (language === 'ts' || language === 'tsx' || language === 'js') return [parseScript(ts, text, language)];
  return scriptPartsOf(text, language).parts.map((part) => parseScript(ts, part.text, part.dialect));
}

function declarationsOf(
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

function statementAt(source: ts.SourceFile, offset: number): ts.Statement | undefined {
  return source.statements.find((statement) => statement.getStart(source) <= offset && offset < statement.end);
}

function atPlace<Found>(
  sources: readonly ts.SourceFile[],
  { line, column }: ExportRecord,
  find: (source: ts.SourceFile, offset: number) => Found | undefined,
): Found | undefined {
  for (const source of sources) {
    const start = source.getLineStarts()[line - 1];
    const found = start === undefined ? undefined : find(source, start + column - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
