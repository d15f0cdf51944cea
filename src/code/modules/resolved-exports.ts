import type { ModuleGraph } from './module-graph.ts';
import type { ExportKind, ExportRecord, ModuleRecord } from './module-record.ts';

/** An export, resolved to its declaration. */
export interface ResolvedExport {
  /** The exported name in the queried file. */
  readonly name: string;
  readonly kind: ExportKind;
  /** The declaring file, or the last file of the tree on the path if the declaration is outside the tree. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** 1 if the text of the queried file was sufficient, 2 if other modules of the tree were needed. */
  readonly tier: 1 | 2;
  /** The files on the path to `file`, the queried file first. `file` itself is not listed. */
  readonly through: readonly string[];
  /** Whether an export on the path has a `type` modifier, so that the name can be used only as a type. */
  readonly typeOnly?: boolean;
}

/** Resolves an exported name of a module through re-exports; `undefined` if the module does not export it. */
export function findExport(graph: ModuleGraph, file: string, name: string): ResolvedExport | undefined {
  return find(graph, file, name, new Set(), []);
}

function find(
  graph: ModuleGraph,
  file: string,
  name: string,
  seen: Set<string>,
  through: readonly string[],
): ResolvedExport | undefined {
  const record = graph.moduleOf(file);
  if (record === undefined) return undefined;
  const key = `${name}\0${file}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  const direct = directExport(record, name);
  if (direct !== undefined) return follow(graph, record, direct, seen, through);
  const assignment = directExport(record, 'export=');
  if (assignment !== undefined && name !== 'default') {
    const found = findInExportAssignment(graph, record, assignment, name, seen, through);
    if (found !== undefined) return found;
  }
  if (name === 'default' || record.starExports.length === 0) return undefined;
  const path = [...through, file];
  let asType: ResolvedExport | undefined;
  for (const { specifier, typeOnly } of record.starExports) {
    const target = graph.resolve(file, specifier);
    if (target === undefined || isOmittedFromStar(graph, target, name)) continue;
    const found = find(graph, target, name, typeOnly ? new Set(seen) : seen, path);
    // Another `export *` can provide the value of what this one provides as a type.
    if (found !== undefined && !typeOnly && !found.typeOnly) return found;
    asType ??= found && { ...found, typeOnly: true };
  }
  return asType;
}

function isOmittedFromStar(graph: ModuleGraph, target: string, name: string): boolean {
  const record = graph.moduleOf(target);
  return record !== undefined && directExport(record, name)?.isOmittedFromStar === true;
}

/** Resolves a name at the top level of a module, which need not be an export in every language. */
export function findName(graph: ModuleGraph, file: string, name: string): ResolvedExport | undefined {
  return findImported(graph, file, name, new Set(), []);
}

/** Resolves a name that another module imports by name. */
function findImported(
  graph: ModuleGraph,
  file: string,
  name: string,
  seen: Set<string>,
  through: readonly string[],
): ResolvedExport | undefined {
  const found = find(graph, file, name, seen, through);
  if (found !== undefined) return found;
  const record = graph.moduleOf(file);
  const internal = record?.internals?.find((entry) => entry.name === name);
  if (record === undefined) return undefined;
  if (internal !== undefined) return follow(graph, record, internal, seen, through);
  return findInStarImports(graph, record, name, seen, through);
}

function findInStarImports(
  graph: ModuleGraph,
  record: ModuleRecord,
  name: string,
  seen: Set<string>,
  through: readonly string[],
): ResolvedExport | undefined {
  for (const specifier of record.starImports ?? []) {
    const target = graph.resolve(record.file, specifier);
    if (target === undefined || isOmittedFromStar(graph, target, name)) continue;
    const found = find(graph, target, name, seen, [...through, record.file]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Exports by name, for modules with many exports. Every `export *` of such a module searches it for a name. */
const exportsByName = new WeakMap<ModuleRecord, ReadonlyMap<string, ExportRecord>>();
const MIN_INDEXED_EXPORTS = 9;

/** The direct export of a name; the first one if there are several. */
export function directExport(record: ModuleRecord, name: string): ExportRecord | undefined {
  const { exports } = record;
  if (exports.length < MIN_INDEXED_EXPORTS) return exports.find((entry) => entry.name === name);
  let named = exportsByName.get(record);
  if (named === undefined) {
    named = new Map(exports.toReversed().map((entry) => [entry.name, entry]));
    exportsByName.set(record, named);
  }
  return named.get(name);
}

/**
 * Resolves a direct export: to another module through a re-export or import, or to a declaration in this module;
 * `undefined` if the other module does not export the name.
 */
function follow(
  graph: ModuleGraph,
  record: ModuleRecord,
  direct: ExportRecord,
  seen: Set<string>,
  through: readonly string[],
): ResolvedExport | undefined {
  const resolved = toResolvedExport(record.file, direct, through);
  if (direct.isListedOnly) return findInStarImports(graph, record, direct.name, seen, through) ?? resolved;
  const origin = originOf(record, direct);
  if (origin === undefined) return resolved;
  const unfollowed = origin.typeOnly ? { ...resolved, typeOnly: true } : resolved;
  if (origin.name === '*') return { ...unfollowed, kind: 'namespace' };
  const target = graph.resolve(record.file, origin.specifier);
  const targetRecord = target === undefined ? undefined : graph.moduleOf(target);
  if (target === undefined || targetRecord === undefined)
    return findSubmodule(graph, record, direct, through) ?? unfollowed;
  const typeOnly = direct.typeOnly ?? origin.typeOnly;
  const hasExportAssignment = directExport(targetRecord, 'export=') !== undefined;
  if (origin.name === 'export=' && !hasExportAssignment) return { ...unfollowed, kind: 'namespace' };
  const path = [...through, record.file];
  let found = findImported(graph, target, origin.name, seen, path);
  if (found === undefined && origin.name === 'default') {
    // The default import of a CommonJS module is the whole module.
    if (hasExportAssignment) found = find(graph, target, 'export=', seen, path);
    else if (targetRecord.isCommonJs) return { ...unfollowed, kind: 'namespace' };
  }
  if (found !== undefined) return { ...found, name: direct.name, ...(typeOnly && { typeOnly }) };
  const submodule = findSubmodule(graph, record, direct, through);
  if (submodule !== undefined) return submodule;
  // The value of `require` exists even if it cannot be resolved further.
  return origin.usesRequire || isOpaque(graph, targetRecord, origin.name, new Set()) ? unfollowed : undefined;
}

/** The module that a name of a package is, if the package does not define the name. */
function findSubmodule(
  graph: ModuleGraph,
  record: ModuleRecord,
  direct: ExportRecord,
  through: readonly string[],
): ResolvedExport | undefined {
  if (direct.submodule === undefined) return undefined;
  const file = graph.resolve(record.file, direct.submodule);
  if (file === undefined) return undefined;
  const path = [...through, record.file];
  return { name: direct.name, kind: 'namespace', file, line: 1, column: 1, tier: 2, through: path };
}

/** The module and the name that an export is imported from. */
interface Origin {
  readonly specifier: string;
  readonly name: string;
  readonly usesRequire?: boolean;
  readonly typeOnly?: boolean;
}

function originOf(record: ModuleRecord, direct: ExportRecord): Origin | undefined {
  if (direct.from !== undefined) return { specifier: direct.from, name: direct.importedName ?? direct.name };
  if (direct.localName === undefined || direct.kind !== 'unknown') return undefined;
  for (const { specifier, kind, names } of record.imports) {
    if (kind === 'reexport') continue;
    for (const { imported, local, typeOnly } of names) {
      if (local !== direct.localName) continue;
      const usesRequire = kind === 'require';
      return {
        specifier,
        name: imported,
        usesRequire,
        ...((typeOnly || kind === 'type') && { typeOnly: true }),
      };
    }
  }
  return undefined;
}

/**
 * Whether a module may have exports that are not visible in the tree: it has an `export =` or no visible exports at run
 * time, or it re-exports all of such a module or of a module outside the tree.
 */
function isOpaque(graph: ModuleGraph, record: ModuleRecord, name: string, seen: Set<string>): boolean {
  if (record.createsNames || directExport(record, 'export=') !== undefined || lacksRuntimeExports(record)) return true;
  if (name === 'default' || seen.has(record.file)) return false;
  seen.add(record.file);
  return record.starExports.some(({ specifier }) => {
    const target = graph.resolve(record.file, specifier);
    const reexported = target === undefined ? undefined : graph.moduleOf(target);
    // An unresolved relative path has no exports.
    return reexported === undefined
      ? !/^(?:\.{0,2}\/|\.+\w|\.+$)/.test(specifier)
      : isOpaque(graph, reexported, name, seen);
  });
}

/** Whether a JavaScript file has no visible exports at run time. The types of such a file are in JSDoc comments. */
function lacksRuntimeExports({ exports, starExports, file }: ModuleRecord): boolean {
  return /\.[cm]?jsx?$/.test(file) && starExports.length === 0 && exports.every(({ kind }) => kind === 'type');
}

/** Creates the result for an export that is declared in its own file or cannot be followed to another one. */
function toResolvedExport(file: string, direct: ExportRecord, through: readonly string[]): ResolvedExport {
  const { line, column } = direct.declaredAt ?? direct;
  return {
    name: direct.name,
    kind: direct.kind,
    file,
    line,
    column,
    tier: through.length === 0 ? 1 : 2,
    through,
    ...(direct.typeOnly && { typeOnly: true }),
  };
}

/** Finds a name in the value of `export =`: a member of a namespace, or an export of a module that is re-exported. */
function findInExportAssignment(
  graph: ModuleGraph,
  record: ModuleRecord,
  assignment: ExportRecord,
  name: string,
  seen: Set<string>,
  through: readonly string[],
): ResolvedExport | undefined {
  const member = assignment.members?.find((entry) => entry.name === name);
  if (member !== undefined) return toResolvedExport(record.file, member, through);
  const target = exportAssignmentTarget(graph, record, assignment);
  return target === undefined ? undefined : find(graph, target, name, seen, [...through, record.file]);
}

/** The module that `export =` re-exports. */
function exportAssignmentTarget(
  graph: ModuleGraph,
  record: ModuleRecord,
  assignment: ExportRecord,
): string | undefined {
  const origin = originOf(record, assignment);
  if (origin === undefined || (origin.name !== '*' && origin.name !== 'export=')) return undefined;
  return graph.resolve(record.file, origin.specifier);
}

/** All exports of a module. If several `export *` provide the same name, the first one is used. */
export function exportsOf(graph: ModuleGraph, file: string): ResolvedExport[] {
  const exports = new Map<string, ResolvedExport>();
  collectExports(graph, file, exports, new Set(), [], false);
  return [...exports.values()];
}

function collectExports(
  graph: ModuleGraph,
  file: string,
  exports: Map<string, ResolvedExport>,
  visited: Set<string>,
  through: readonly string[],
  typeOnly: boolean,
): void {
  if (visited.has(file)) return;
  visited.add(file);
  const record = graph.moduleOf(file);
  if (record === undefined) return;
  const add = (entry: ResolvedExport | undefined): void => {
    if (entry === undefined || exports.has(entry.name)) return;
    if (through.length > 0 && (entry.name === 'default' || entry.name === 'export=')) return;
    exports.set(entry.name, typeOnly ? { ...entry, typeOnly } : entry);
  };
  for (const direct of record.exports) {
    if (through.length > 0 && direct.isOmittedFromStar) continue;
    add(follow(graph, record, direct, new Set([`${direct.name}\0${file}`]), through));
    if (direct.name !== 'export=') continue;
    for (const member of direct.members ?? []) add(toResolvedExport(file, member, through));
    const target = exportAssignmentTarget(graph, record, direct);
    if (target !== undefined) collectExports(graph, target, exports, visited, [...through, file], typeOnly);
  }
  const values = record.starExports.filter((star) => !star.typeOnly);
  for (const star of [...values, ...record.starExports.filter((one) => one.typeOnly)]) {
    const target = graph.resolve(file, star.specifier);
    if (target === undefined) continue;
    collectExports(graph, target, exports, visited, [...through, file], typeOnly || (star.typeOnly ?? false));
  }
}
