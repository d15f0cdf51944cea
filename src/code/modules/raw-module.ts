/**
 * The output of a reader (lexer or parser) for one script. `assembleModule` merges declarations and resolves the kinds of
 * local names for both readers, so that both produce the same records.
 */
import { isDeclarationFile } from '../language/source-language.ts';
import type { ExportKind, ExportRecord, ImportRecord, ModuleRecord, StarExport } from './module-record.ts';

/** A top-level declaration of a script. */
export interface Declaration {
  readonly name: string;
  readonly kind: ExportKind;
  readonly line: number;
  readonly column: number;
}

/** An export as written. `kind` is missing if the declaration of `localName` or another module decides it. */
export interface RawExport extends Omit<ExportRecord, 'kind' | 'declaredAt'> {
  readonly kind?: ExportKind;
}

export interface RawModule {
  readonly declarations: Declaration[];
  readonly exports: RawExport[];
  readonly starExports: StarExport[];
  readonly imports: ImportRecord[];
  /** CommonJS exports; ignored if the script has an `import` or `export` declaration. */
  readonly commonJsExports: RawExport[];
  readonly commonJsStarExports: StarExport[];
  /** Types that JSDoc comments of a JavaScript file declare; ignored if the file is not a module. */
  readonly jsDocTypes: RawExport[];
  /** Whether an `import` or `export` declaration makes the script a module. */
  isEsModule: boolean;
  /** Whether a JavaScript file calls `require` or has CommonJS exports. Only the parser sets it. */
  hasCommonJsSyntax: boolean;
  /** Whether the script contains `export {…}`, `export *`, `export default …;` or `export =`. */
  hasExportStatement: boolean;
}

export function emptyRawModule(): RawModule {
  return {
    declarations: [],
    exports: [],
    starExports: [],
    imports: [],
    commonJsExports: [],
    commonJsStarExports: [],
    jsDocTypes: [],
    isEsModule: false,
    hasCommonJsSyntax: false,
    hasExportStatement: false,
  };
}

/** Joins the scripts of a component file. Types in JSDoc comments are not exported from component files. */
export function joinRawModules(parts: readonly RawModule[]): RawModule {
  const joined = emptyRawModule();
  for (const part of parts) {
    joined.declarations.push(...part.declarations);
    joined.exports.push(...part.exports);
    joined.starExports.push(...part.starExports);
    joined.imports.push(...part.imports);
    joined.commonJsExports.push(...part.commonJsExports);
    joined.commonJsStarExports.push(...part.commonJsStarExports);
    joined.isEsModule ||= part.isEsModule;
    joined.hasExportStatement ||= part.hasExportStatement;
  }
  return joined;
}

/** If several declarations have the same name, the kind with the highest priority is the kind of the name. */
const kindPriority: Readonly<Record<ExportKind, number>> = {
  class: 9,
  function: 8,
  enum: 7,
  const: 6,
  let: 6,
  var: 6,
  value: 5,
  namespace: 4,
  interface: 3,
  type: 2,
  unknown: 1,
};

/** Creates the record of a module from the output of a reader. */
export function assembleModule(file: string, raw: RawModule, parsedBy: ModuleRecord['parsedBy']): ModuleRecord {
  const candidates = addJsDocTypes(file, raw, syntacticExports(file, raw));
  const starExports = raw.isEsModule ? raw.starExports : [...raw.starExports, ...raw.commonJsStarExports];
  const isCommonJs = !raw.isEsModule && raw.commonJsExports.length + raw.commonJsStarExports.length > 0;
  const exports = mergeExports(candidates, isCommonJs ? withoutRequireVariables(raw) : raw.declarations);
  return { file, exports, starExports, imports: raw.imports, parsedBy, ...(isCommonJs && { isCommonJs }) };
}

/** The declarations except variables initialized by `require`. Exporting such a variable re-exports the module. */
function withoutRequireVariables({ declarations, imports }: RawModule): readonly Declaration[] {
  const requireVariables = new Set<string>();
  for (const { kind, names } of imports)
    if (kind === 'require') for (const { local } of names) requireVariables.add(local);
  return requireVariables.size === 0 ? declarations : declarations.filter(({ name }) => !requireVariables.has(name));
}

/**
 * The exports that are visible in the syntax of a script. In a declaration file that is a module without an export
 * statement, every declaration is exported, with or without an `export` modifier.
 */
function syntacticExports(file: string, raw: RawModule): readonly RawExport[] {
  if (!raw.isEsModule) return [...raw.exports, ...raw.commonJsExports];
  if (raw.hasExportStatement || !isDeclarationFile(file)) return raw.exports;
  const exported = raw.declarations.filter(
    (declaration) => !raw.exports.some((entry) => isDefaultExportOf(entry, declaration)),
  );
  return [...raw.exports, ...exported.map((declaration) => ({ ...declaration, localName: declaration.name }))];
}

/** Whether an export is a declaration with `export default`. Importers can use such a declaration only as `default`. */
function isDefaultExportOf({ name, line, column }: RawExport, declaration: Declaration): boolean {
  return name === 'default' && line === declaration.line && column === declaration.column;
}

/** Files with these extensions are always modules. */
const alwaysModules = /\.[mc]js$/;

function addJsDocTypes(file: string, raw: RawModule, exports: readonly RawExport[]): readonly RawExport[] {
  const isModule = raw.isEsModule || raw.hasCommonJsSyntax || alwaysModules.test(file);
  if (!isModule || raw.jsDocTypes.length === 0) return exports;
  return [...exports, ...raw.jsDocTypes].sort((a, b) => a.line - b.line || a.column - b.column);
}

function mergeExports(exports: readonly RawExport[], declarations: readonly Declaration[]): ExportRecord[] {
  if (exports.length === 0) return [];
  const merged = new Map<string, ExportRecord>();
  let declared: ReadonlyMap<string, Declaration> | undefined;
  for (const entry of exports) {
    declared ??= entry.kind === undefined ? mergeDeclarations(declarations) : undefined;
    const candidate = withKind(entry, declared);
    const existing = merged.get(candidate.name);
    if (existing === undefined || takesPrecedence(candidate, existing)) merged.set(candidate.name, candidate);
  }
  return [...merged.values()];
}

function takesPrecedence(candidate: ExportRecord, existing: ExportRecord): boolean {
  if ((candidate.typeOnly ?? false) !== (existing.typeOnly ?? false)) return existing.typeOnly ?? false;
  return kindPriority[candidate.kind] > kindPriority[existing.kind];
}

function mergeDeclarations(declarations: readonly Declaration[]): ReadonlyMap<string, Declaration> {
  const merged = new Map<string, Declaration>();
  for (const declaration of declarations) {
    const existing = merged.get(declaration.name);
    if (existing === undefined || kindPriority[declaration.kind] > kindPriority[existing.kind]) {
      merged.set(declaration.name, declaration);
    }
  }
  return merged;
}

function withKind(entry: RawExport, declared: ReadonlyMap<string, Declaration> | undefined): ExportRecord {
  if (hasKind(entry)) return entry;
  const declaration =
    entry.from === undefined && entry.localName !== undefined ? declared?.get(entry.localName) : undefined;
  if (declaration === undefined) return { ...entry, kind: 'unknown' };
  const { kind, line, column } = declaration;
  return { ...entry, kind, declaredAt: { line, column } };
}

function hasKind(entry: RawExport): entry is RawExport & { readonly kind: ExportKind } {
  return entry.kind !== undefined;
}
