/**
 * The findings of a reader (lexer or parser) about one script, before declarations that merge are made one and local
 * names are given the kind of their declaration. Both readers end here, so that both tell the same story.
 */
import type { ExportKind, ExportRecord, ImportRecord, ModuleRecord, StarExport } from './module-record.ts';
import { isDeclarationFile } from './source-language.ts';

/** Something declared at the top of a script. */
export interface Declaration {
  readonly name: string;
  readonly kind: ExportKind;
  readonly line: number;
  readonly column: number;
}

/** An export as it is written; without a kind where `localName` (or another module) says what it is. */
export interface RawExport extends Omit<ExportRecord, 'kind' | 'declaredAt'> {
  readonly kind?: ExportKind;
}

export interface RawModule {
  readonly declarations: Declaration[];
  readonly exports: RawExport[];
  readonly starFrom: StarExport[];
  readonly imports: ImportRecord[];
  /** CommonJS exports; they count only where the script has no `import` or `export` declaration. */
  readonly commonExports: RawExport[];
  readonly commonStarFrom: StarExport[];
  /** Types that comments of a JavaScript file declare; they count only where the file is a module. */
  readonly commentTypes: RawExport[];
  /** Whether an `import` or `export` declaration makes the script a module. */
  isEcmaModule: boolean;
  /** Whether a JavaScript file calls `require` or gives something in the manner of CommonJS; the full parser tells. */
  isCommonModule: boolean;
  /** Whether one of its statements is `export {…}`, `export *`, `export default …;` or `export =`. */
  hasExportStatement: boolean;
}

export function emptyRawModule(): RawModule {
  return {
    declarations: [],
    exports: [],
    starFrom: [],
    imports: [],
    commonExports: [],
    commonStarFrom: [],
    commentTypes: [],
    isEcmaModule: false,
    isCommonModule: false,
    hasExportStatement: false,
  };
}

/** Joins the scripts of one file (the parts of a component file) into one; types of their comments are their own. */
export function joinRawModules(parts: readonly RawModule[]): RawModule {
  const joined = emptyRawModule();
  for (const part of parts) {
    joined.declarations.push(...part.declarations);
    joined.exports.push(...part.exports);
    joined.starFrom.push(...part.starFrom);
    joined.imports.push(...part.imports);
    joined.commonExports.push(...part.commonExports);
    joined.commonStarFrom.push(...part.commonStarFrom);
    joined.isEcmaModule ||= part.isEcmaModule;
    joined.hasExportStatement ||= part.hasExportStatement;
  }
  return joined;
}

/** A value hides a type of the same name, and what declares most tells the kind. */
const weight: Readonly<Record<ExportKind, number>> = {
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

/** Makes the record of a module from what a reader found. */
export function assembleModule(file: string, raw: RawModule, parsedBy: ModuleRecord['parsedBy']): ModuleRecord {
  const written = withCommentTypes(file, raw, writtenExports(file, raw));
  const starFrom = raw.isEcmaModule ? raw.starFrom : [...raw.starFrom, ...raw.commonStarFrom];
  const isCommon = !raw.isEcmaModule && raw.commonExports.length + raw.commonStarFrom.length > 0;
  const exports = mergeExports(written, isCommon ? withoutRequired(raw) : raw.declarations);
  return { file, exports, starFrom, imports: raw.imports, parsedBy, ...(isCommon && { isCommon }) };
}

/** The declarations but those that hold what `require` returned: to give such a name on is to give what it stands for. */
function withoutRequired({ declarations, imports }: RawModule): readonly Declaration[] {
  const required = new Set<string>();
  for (const { kind, names } of imports) if (kind === 'require') for (const { local } of names) required.add(local);
  return required.size === 0 ? declarations : declarations.filter(({ name }) => !required.has(name));
}

/**
 * In a declaration file without an export statement every declaration is exported, whether it says so or not, provided
 * that an `import` or `export` makes it a module at all.
 */
function writtenExports(file: string, raw: RawModule): readonly RawExport[] {
  if (!raw.isEcmaModule) return [...raw.exports, ...raw.commonExports];
  if (raw.hasExportStatement || !isDeclarationFile(file)) return raw.exports;
  const named = raw.declarations.filter((entry) => !raw.exports.some((each) => isDefaultOf(each, entry)));
  return [...raw.exports, ...named.map((entry) => ({ ...entry, localName: entry.name }))];
}

/** Whether an export says `default` of a declaration, which has no other name for importers then. */
function isDefaultOf({ name, line, column }: RawExport, declaration: Declaration): boolean {
  return name === 'default' && line === declaration.line && column === declaration.column;
}

/** Files of these names are modules, whatever stands in them. */
const alwaysModules = /\.[mc]js$/;

function withCommentTypes(file: string, raw: RawModule, written: readonly RawExport[]): readonly RawExport[] {
  const isModule = raw.isEcmaModule || raw.isCommonModule || alwaysModules.test(file);
  if (!isModule || raw.commentTypes.length === 0) return written;
  return [...written, ...raw.commentTypes].sort((a, b) => a.line - b.line || a.column - b.column);
}

function mergeExports(written: readonly RawExport[], declarations: readonly Declaration[]): ExportRecord[] {
  if (written.length === 0) return [];
  const merged = new Map<string, ExportRecord>();
  let declared: ReadonlyMap<string, Declaration> | undefined;
  for (const entry of written) {
    declared ??= entry.kind === undefined ? mergeDeclarations(declarations) : undefined;
    const found = withKind(entry, declared);
    const earlier = merged.get(found.name);
    if (earlier === undefined) merged.set(found.name, found);
    else if (outweighs(found, earlier)) merged.set(found.name, found);
  }
  return [...merged.values()];
}

function outweighs(candidate: ExportRecord, holder: ExportRecord): boolean {
  if ((candidate.typeOnly ?? false) !== (holder.typeOnly ?? false)) return holder.typeOnly ?? false;
  return weight[candidate.kind] > weight[holder.kind];
}

function mergeDeclarations(declarations: readonly Declaration[]): ReadonlyMap<string, Declaration> {
  const merged = new Map<string, Declaration>();
  for (const declaration of declarations) {
    const earlier = merged.get(declaration.name);
    if (earlier === undefined || weight[declaration.kind] > weight[earlier.kind]) {
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
