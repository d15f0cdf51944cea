import type { ExportKind, ExportRecord, ModuleRecord } from './module-record.ts';

/** An export followed to where it is declared. */
export interface ResolvedExport {
  /** The name that importers of the asked file write. */
  readonly name: string;
  readonly kind: ExportKind;
  /** The file that declares it; where that lies outside the tree, the file that names it last. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** 1: the asked file's own text says so; 2: other modules of the tree took part. */
  readonly tier: 1 | 2;
  /** The files passed on the way to `file`, the asked one first. */
  readonly through: readonly string[];
  /** Usable as a type only, because an export on the way says `type`. */
  readonly typeOnly?: boolean;
}

/** The modules of a tree and how they are joined. */
export interface ModuleGraph {
  moduleOf(file: string): ModuleRecord | undefined;
  resolve(fromFile: string, specifier: string): string | undefined;
}

/** Finds what a name means in a module, through re-exports; undefined where the module does not give it. */
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
  const own = ownExport(record, name);
  if (own !== undefined) return follow(graph, record, own, seen, through);
  const whole = ownExport(record, 'export=');
  if (whole !== undefined && name !== 'default') {
    const found = findInWhole(graph, record, whole, name, seen, through);
    if (found !== undefined) return found;
  }
  if (name === 'default' || record.starFrom.length === 0) return undefined;
  const passed = [...through, file];
  for (const { specifier, typeOnly } of record.starFrom) {
    const target = graph.resolve(file, specifier);
    if (target === undefined) continue;
    const found = find(graph, target, name, seen, passed);
    if (found !== undefined) return typeOnly ? { ...found, typeOnly } : found;
  }
  return undefined;
}

/** The exports of modules by name, for those that give many: a name is asked for through every `export *`. */
const byName = new WeakMap<ModuleRecord, ReadonlyMap<string, ExportRecord>>();
const manyExports = 8;

/** The record of a module's own export of a name; of several the first. */
export function ownExport(record: ModuleRecord, name: string): ExportRecord | undefined {
  const { exports } = record;
  if (exports.length <= manyExports) return exports.find((entry) => entry.name === name);
  let named = byName.get(record);
  if (named === undefined) {
    named = new Map(exports.toReversed().map((entry) => [entry.name, entry]));
    byName.set(record, named);
  }
  return named.get(name);
}

/** Where an own export comes from: another module, an import of this one, or a declaration here. */
function follow(
  graph: ModuleGraph,
  record: ModuleRecord,
  own: ExportRecord,
  seen: Set<string>,
  through: readonly string[],
): ResolvedExport | undefined {
  const origin = originOf(record, own);
  const here = declaredHere(record.file, own, through);
  if (origin === undefined) return here;
  if (origin.name === '*') return { ...here, kind: 'namespace' };
  const target = graph.resolve(record.file, origin.specifier);
  const targetRecord = target === undefined ? undefined : graph.moduleOf(target);
  if (target === undefined || targetRecord === undefined) return here;
  const typeOnly = own.typeOnly ?? origin.typeOnly;
  const givesWhole = ownExport(targetRecord, 'export=') !== undefined;
  if (origin.name === 'export=' && !givesWhole) return { ...here, kind: 'namespace' };
  const passed = [...through, record.file];
  let found = find(graph, target, origin.name, seen, passed);
  if (found === undefined && origin.name === 'default') {
    // What is given in the manner of CommonJS is brought as a whole.
    if (givesWhole) found = find(graph, target, 'export=', seen, passed);
    else if (targetRecord.isCommon) return { ...here, kind: 'namespace' };
  }
  if (found !== undefined) return { ...found, name: own.name, ...(typeOnly && { typeOnly }) };
  // What `require` returned is given on, whatever it turns out to be.
  return origin.isRequired || isOpaque(graph, targetRecord, origin.name, new Set()) ? here : undefined;
}

interface Origin {
  readonly specifier: string;
  readonly name: string;
  readonly isRequired?: boolean;
  readonly typeOnly?: boolean;
}

function originOf(record: ModuleRecord, own: ExportRecord): Origin | undefined {
  if (own.from !== undefined) return { specifier: own.from, name: own.importedName ?? own.name };
  if (own.localName === undefined || own.kind !== 'unknown') return undefined;
  for (const { specifier, kind, names } of record.imports) {
    if (kind === 'reexport') continue;
    for (const { imported, local, typeOnly } of names) {
      if (local !== own.localName) continue;
      const isRequired = kind === 'require';
      return { specifier, name: imported, isRequired, ...((typeOnly || kind === 'type') && { typeOnly: true }) };
    }
  }
  return undefined;
}

/** Whether a module may give a name that the tree does not show: it passes on all of one that lies outside. */
function isOpaque(graph: ModuleGraph, record: ModuleRecord, name: string, seen: Set<string>): boolean {
  if (ownExport(record, 'export=') !== undefined || isScript(record)) return true;
  if (name === 'default' || seen.has(record.file)) return false;
  seen.add(record.file);
  return record.starFrom.some(({ specifier }) => {
    const target = graph.resolve(record.file, specifier);
    const passed = target === undefined ? undefined : graph.moduleOf(target);
    // A path that leads nowhere gives nothing.
    return passed === undefined ? !/^\.{0,2}\//.test(specifier) : isOpaque(graph, passed, name, seen);
  });
}

/** Whether a file shows nothing that it gives at run time; types of a JavaScript file stand in its comments. */
function isScript({ exports, starFrom, file }: ModuleRecord): boolean {
  return /\.[cm]?jsx?$/.test(file) && starFrom.length === 0 && exports.every(({ kind }) => kind === 'type');
}

function declaredHere(file: string, own: ExportRecord, through: readonly string[]): ResolvedExport {
  const { line, column } = own.declaredAt ?? own;
  return {
    name: own.name,
    kind: own.kind,
    file,
    line,
    column,
    tier: through.length === 0 ? 1 : 2,
    through,
    ...(own.typeOnly && { typeOnly: true }),
  };
}

/** A name of what `export =` gives: a member of a namespace, or an export of the module that is passed on whole. */
function findInWhole(
  graph: ModuleGraph,
  record: ModuleRecord,
  whole: ExportRecord,
  name: string,
  seen: Set<string>,
  through: readonly string[],
): ResolvedExport | undefined {
  const member = whole.members?.find((entry) => entry.name === name);
  if (member !== undefined) return declaredHere(record.file, member, through);
  const target = wholeTarget(graph, record, whole);
  return target === undefined ? undefined : find(graph, target, name, seen, [...through, record.file]);
}

/** The module that `export =` passes on whole. */
function wholeTarget(graph: ModuleGraph, record: ModuleRecord, whole: ExportRecord): string | undefined {
  const origin = originOf(record, whole);
  if (origin === undefined || (origin.name !== '*' && origin.name !== 'export=')) return undefined;
  return graph.resolve(record.file, origin.specifier);
}

/** Everything that can be imported from a module. Where several `export *` give a name, the first counts. */
export function exportsOf(graph: ModuleGraph, file: string): ResolvedExport[] {
  const found = new Map<string, ResolvedExport>();
  gather(graph, file, found, new Set(), [], false);
  return [...found.values()];
}

function gather(
  graph: ModuleGraph,
  file: string,
  found: Map<string, ResolvedExport>,
  visited: Set<string>,
  through: readonly string[],
  typeOnly: boolean,
): void {
  if (visited.has(file)) return;
  visited.add(file);
  const record = graph.moduleOf(file);
  if (record === undefined) return;
  const give = (entry: ResolvedExport | undefined): void => {
    if (entry === undefined || found.has(entry.name)) return;
    if (through.length > 0 && (entry.name === 'default' || entry.name === 'export=')) return;
    found.set(entry.name, typeOnly ? { ...entry, typeOnly } : entry);
  };
  for (const own of record.exports) {
    give(follow(graph, record, own, new Set([`${own.name}\0${file}`]), through));
    if (own.name !== 'export=') continue;
    for (const member of own.members ?? []) give(declaredHere(file, member, through));
    const target = wholeTarget(graph, record, own);
    if (target !== undefined) gather(graph, target, found, visited, [...through, file], typeOnly);
  }
  for (const star of record.starFrom) {
    const target = graph.resolve(file, star.specifier);
    if (target === undefined) continue;
    gather(graph, target, found, visited, [...through, file], typeOnly || (star.typeOnly ?? false));
  }
}
