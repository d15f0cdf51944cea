import type { ts } from 'ts-morph';
import { boundNames, isNamedDeclaration } from './declared-names.ts';
import { languageOf, type Dialect } from '../language/source-language.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import { isStackOverflow } from '../../foundation/errors.ts';

/** A module whose text is edited. */
interface Module {
  readonly ts: TypeScript;
  readonly source: ts.SourceFile;
  readonly text: string;
  readonly name: string;
}

/** What declares the name at the top level of the module. */
interface Declarations {
  /** Statements that can be exported with a modifier, or that are: they declare only this name, or are exported. */
  readonly alone: readonly ts.Statement[];
  /** Whether the name is declared together with others, which must not be exported, or imported. */
  readonly isShared: boolean;
  /** Whether the name exists only as a type. */
  readonly isType: boolean;
}

type ExportList = ts.ExportDeclaration & { readonly exportClause: ts.NamedExports };

/**
 * Exports a name that a module declares or imports at its top level: with the modifier `export`, or in an export list if
 * the module exports with lists, or if the declaration declares other names too. `undefined` if the text has no such
 * declaration, exports it already, or is not an ECMAScript module that can be parsed.
 */
export async function addExport(file: string, text: string, name: string): Promise<string | undefined> {
  const dialect = languageOf(file);
  if (!isDialect(dialect) || name === 'default' || !text.includes(name)) return undefined;
  try {
    const ts = await loadTypeScript();
    return exportName({ ts, source: parseScript(ts, text, dialect), text, name });
  } catch (thrown) {
    if (isStackOverflow(thrown)) return undefined;
    throw thrown;
  }
}

function isDialect(language: ReturnType<typeof languageOf>): language is Dialect {
  return language === 'ts' || language === 'tsx' || language === 'js';
}

function exportName(module: Module): string | undefined {
  const { ts, source, name } = module;
  const named = source.statements.filter((one): one is ExportList => isExportList(ts, one));
  const isListed = named.some(({ exportClause }) => exportClause.elements.some((one) => one.name.text === name));
  const lists = named.filter(({ moduleSpecifier }) => moduleSpecifier === undefined);
  const { alone, isShared, isType } = findDeclarations(module);
  if (isListed || (alone.length === 0 && !isShared) || isCommonJs(module)) return undefined;
  const isModified = (one: ts.Statement): boolean => hasModifier(ts, one, ts.SyntaxKind.ExportKeyword);
  // A declaration with `export default` is exported under another name only.
  const open = alone.filter((one) => !isModified(one) || hasModifier(ts, one, ts.SyntaxKind.DefaultKeyword));
  if (open.length === 0 && !isShared) return undefined;
  const exportsWithLists = lists.length > 0 && !source.statements.some(isModified);
  if (isShared || exportsWithLists || open.some(isModified)) return addToList(module, lists, isType);
  return open.reduceRight((edited, one) => insertAt(edited, modifierOffset(module, one), 'export '), module.text);
}

/** Whether a script uses `require` or `module.exports` and no ECMAScript syntax, so that `export` would break it. */
function isCommonJs({ ts, source, text }: Module): boolean {
  return !ts.isExternalModule(source) && /\bmodule\.exports\b|\bexports\.|\brequire\(/.test(text);
}

function findDeclarations(module: Module): Declarations {
  const { ts, source, name } = module;
  const alone: ts.Statement[] = [];
  let isShared = false;
  let isValue = false;
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const imported = findImported(module, statement);
      if (imported === undefined) continue;
      isShared = true;
      isValue ||= imported === 'value';
    } else if (ts.isVariableStatement(statement)) {
      const names = statement.declarationList.declarations.flatMap((one) => boundNames(ts, one.name, one));
      if (!names.some((bound) => bound.name === name)) continue;
      isValue = true;
      if (names.length === 1 || hasModifier(ts, statement, ts.SyntaxKind.ExportKeyword)) alone.push(statement);
      else isShared = true;
    } else if (isNamedDeclaration(ts, statement) && isIdentifierOf(ts, statement.name, name)) {
      isValue ||= !ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement);
      alone.push(statement);
    }
  }
  return { alone, isShared, isType: !isValue };
}

/** How a statement imports the name. */
function findImported({ ts, name }: Module, { importClause }: ts.ImportDeclaration): 'type' | 'value' | undefined {
  if (importClause === undefined) return undefined;
  const { namedBindings, phaseModifier } = importClause;
  const kind = phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'value';
  if (importClause.name?.text === name) return kind;
  if (namedBindings === undefined) return undefined;
  if (ts.isNamespaceImport(namedBindings)) return namedBindings.name.text === name ? kind : undefined;
  const found = namedBindings.elements.find((one) => one.name.text === name);
  return found === undefined ? undefined : found.isTypeOnly ? 'type' : kind;
}

/** Whether a node is the identifier. The name of `declare module 'a'` is a string. */
function isIdentifierOf(ts: TypeScript, node: ts.Node | undefined, name: string): boolean {
  return node !== undefined && ts.isIdentifier(node) && node.text === name;
}

function hasModifier(ts: TypeScript, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((one) => one.kind === kind) ?? false);
}

/** Whether a statement exports a list of names: `export { a, b }`, or `export { a } from './a'`. */
function isExportList(ts: TypeScript, statement: ts.Statement): boolean {
  return (
    ts.isExportDeclaration(statement) &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
  );
}

/** Where `export` is written: at the start of the declaration, and after the decorators of a class. */
function modifierOffset({ ts, source, text }: Module, statement: ts.Statement): number {
  const decorators = ts.canHaveDecorators(statement) ? ts.getDecorators(statement) : undefined;
  const last = decorators?.at(-1);
  if (last === undefined) return statement.getStart(source);
  const space = /^\s*/.exec(text.slice(last.end))?.[0] ?? '';
  return last.end + space.length;
}

/** Adds the name to the first list that can contain it, or adds a list at the end of the module. */
function addToList(module: Module, lists: readonly ExportList[], isType: boolean): string {
  const { source, text, name } = module;
  const list = lists.find((one) => !one.isTypeOnly) ?? (isType ? lists[0] : undefined);
  if (list === undefined) {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const separator = text === '' || text.endsWith('\n') ? '' : end;
    return `${text}${separator}export ${isType ? 'type ' : ''}{ ${name} };${end}`;
  }
  const { elements } = list.exportClause;
  const last = elements.at(-1);
  if (last === undefined) {
    const { end } = list.exportClause;
    return `${text.slice(0, list.exportClause.getStart(source))}{ ${name} }${text.slice(end)}`;
  }
  // A list with one name for each line stays one.
  const lineBreak = /\r?\n[ \t]*$/.exec(text.slice(0, last.getStart(source)))?.[0];
  return insertAt(text, last.end, `,${lineBreak ?? ' '}${name}`);
}

function insertAt(text: string, offset: number, inserted: string): string {
  return `${text.slice(0, offset)}${inserted}${text.slice(offset)}`;
}
