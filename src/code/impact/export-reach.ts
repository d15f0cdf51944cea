import type { ExportRecord, ImportedName, ImportRecord, ModuleRecord } from '../modules/module-record.ts';
import { importsFile, type ModuleGraph } from '../modules/module-graph.ts';
import { directExport } from '../modules/resolved-exports.ts';
import type { MemberVariable, ModuleReference } from './syntax/destructured-names.ts';

/** A module graph that also knows the importers of each file. */
export interface ImpactGraph extends ModuleGraph {
  importersOf(file: string): readonly string[];
  findExport(
    file: string,
    name: string,
  ): { readonly file: string; readonly line: number; readonly column: number } | undefined;
}

/**
 * A top-level name that refers to the export. If `path` is not empty, the name refers to a module, and `path` leads from the
 * module to the export.
 */
export interface BoundName {
  readonly local: string;
  readonly path: readonly string[];
}

/** The names in one import or re-export clause that refer to the export. */
export interface ClauseNames {
  readonly record: ImportRecord;
  readonly names: readonly ImportedName[];
}

/** A module that an expression or type imports: `import('x')`. `path` leads from the module to the export. */
export interface InlineImportPath {
  readonly specifier: string;
  readonly path: readonly string[];
}

/** All names and inline imports through which one file can refer to an export. */
export interface FileReach {
  readonly boundNames: BoundName[];
  readonly clauseNames: ClauseNames[];
  readonly inlineImports: InlineImportPath[];
}

/**
 * A name under which a file exports the queried export. If `path` is not empty, the name exports a module, and `path` leads
 * from the module to the queried export.
 */
export interface ReachableExport {
  readonly file: string;
  readonly name: string;
  readonly path: readonly string[];
}

/** Finds the top-level variables of a file that receive a member of a module by destructuring. */
export type FindDestructured = (
  file: string,
  module: ModuleReference,
  path: readonly string[],
) => Promise<readonly MemberVariable[]>;

/** Follows an export through imports and re-exports to every file that can refer to it. */
export function findReach(
  graph: ImpactGraph,
  start: readonly ReachableExport[],
  findDestructured: FindDestructured,
): Promise<ReadonlyMap<string, FileReach>> {
  return new ReachSearch(graph, findDestructured).run(start);
}

/** A member of a module that a file binds, and that the file may re-export by destructuring the module. */
interface BoundMember {
  readonly record: ModuleRecord;
  readonly module: ModuleReference;
  readonly path: readonly string[];
}

class ReachSearch {
  readonly #graph: ImpactGraph;
  readonly #files = new Map<string, FileReach>();
  readonly #seen = new Set<string>();
  readonly #queue: ReachableExport[] = [];
  readonly #boundMembers: BoundMember[] = [];
  readonly #findDestructured: FindDestructured;

  constructor(graph: ImpactGraph, findDestructured: FindDestructured) {
    this.#graph = graph;
    this.#findDestructured = findDestructured;
  }

  async run(start: readonly ReachableExport[]): Promise<ReadonlyMap<string, FileReach>> {
    for (const reachable of start) this.#enqueue(reachable);
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      this.#visitPackage(next);
      this.#visitImporters(next);
      for (const member of this.#boundMembers.splice(0)) await this.#followDestructuring(member);
    }
    return this.#files;
  }

  /** Follows a member that a file exports after destructuring its module. */
  async #followDestructuring({ record, module, path }: BoundMember): Promise<void> {
    const { file } = record;
    if (!record.exports.some(isVariableExport)) return;
    for (const variable of await this.#findDestructured(file, module, path)) {
      for (const entry of record.exports) {
        if (isVariableExport(entry) && entry.localName === variable.local)
          this.#enqueue({ file, name: entry.name, path: variable.path });
      }
    }
  }

  #enqueue(reachable: ReachableExport): void {
    const key = [reachable.file, reachable.name, ...reachable.path].join('\0');
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#queue.push(reachable);
  }

  /** The other files of a package use its names without an import. */
  #visitPackage({ file, name, path }: ReachableExport): void {
    for (const other of this.#graph.packageFilesOf?.(file) ?? []) {
      this.#getOrCreateReach(other).boundNames.push({ local: name, path });
    }
  }

  #visitImporters(reachable: ReachableExport): void {
    for (const importer of this.#graph.importersOf(reachable.file)) {
      const record = this.#graph.moduleOf(importer);
      if (record !== undefined) this.#visitImporter(record, reachable);
    }
  }

  #visitImporter(record: ModuleRecord, reachable: ReachableExport): void {
    const { file } = record;
    for (const entry of record.imports) {
      this.#visitSubmodules(record, entry, reachable);
      const isInline = entry.names.length === 0 && (entry.kind === 'dynamic' || entry.kind === 'require');
      const matching = entry.names.filter((name) => this.#remainingPath(name.imported, reachable) !== undefined);
      // Compare names first: resolving a specifier is slower.
      if (matching.length === 0 && !isInline) continue;
      if (!importsFile(this.#graph, file, entry.specifier, reachable.file)) continue;
      if (isInline) {
        const { specifier } = entry;
        const path = getPathFromModule(reachable);
        this.#getOrCreateReach(file).inlineImports.push({ specifier, path });
        this.#boundMembers.push({ record, module: { specifiers: new Set([specifier]) }, path });
      } else this.#addClause(record, entry, matching, reachable);
    }
    for (const specifier of record.starImports ?? []) {
      if (!importsFile(this.#graph, file, specifier, reachable.file)) continue;
      this.#getOrCreateReach(file).boundNames.push({ local: reachable.name, path: reachable.path });
    }
    if (reachable.name === 'default') return;
    for (const { specifier } of record.starExports) {
      if (this.#graph.resolve(file, specifier) === reachable.file && this.#isReexported(record, reachable)) {
        this.#enqueue({ ...reachable, file });
      }
    }
  }

  /** Follows names that are modules of the imported package (Python: `from package import module`). */
  #visitSubmodules(module: ModuleRecord, { specifier, names }: ImportRecord, reachable: ReachableExport): void {
    for (const { imported, local, submodule } of names) {
      if (submodule === undefined || this.#graph.resolve(module.file, submodule) !== reachable.file) continue;
      const path = getPathFromModule(reachable);
      this.#getOrCreateReach(module.file).boundNames.push({ local, path });
      this.#enqueueImported(module, specifier, imported, path);
    }
  }

  /** Follows an import that is an export too, as in the file of a Python package. */
  #enqueueImported(module: ModuleRecord, specifier: string, imported: string, path: readonly string[]): void {
    for (const entry of module.exports) {
      if (entry.from === specifier && entry.importedName === imported) {
        this.#enqueue({ file: module.file, name: entry.name, path });
      }
    }
  }

  #addClause(
    module: ModuleRecord,
    record: ImportRecord,
    matching: readonly ImportedName[],
    reachable: ReachableExport,
  ): void {
    const names: ImportedName[] = [];
    for (const name of matching) {
      const path = this.#remainingPath(name.imported, reachable) ?? [];
      if (path.length === 0) names.push(name);
      const { localPath = [], submodule, isAssumed } = name;
      const local = (isAssumed && this.#graph.moduleOf(reachable.file)?.packageName) ?? name.local;
      if (submodule !== undefined) this.#enqueueImported(module, record.specifier, name.imported, path);
      const ownPath = [...localPath, ...path];
      if (record.kind !== 'reexport') this.#addBinding(module, local, ownPath, record.kind === 'require');
      else if (name.local !== '*') this.#enqueue({ file: module.file, name: name.local, path });
    }
    if (names.length > 0) this.#getOrCreateReach(module.file).clauseNames.push({ record, names });
  }

  /**
   * Returns the path from an imported name to the export. `[]`: the name is the export. `undefined`: there is no path.
   */
  #remainingPath(imported: string, reachable: ReachableExport): readonly string[] | undefined {
    if (reachable.name === 'export=') {
      if (imported === 'export=' || imported === '*' || imported === 'default') return reachable.path;
      return imported === reachable.path[0] ? reachable.path.slice(1) : undefined;
    }
    if (imported === reachable.name) return reachable.path;
    if (imported === '*' || imported === 'export=') return getPathFromModule(reachable);
    const record = this.#graph.moduleOf(reachable.file);
    const isWholeModule = imported === 'default' && record !== undefined && isDefaultWholeModule(record);
    return isWholeModule ? getPathFromModule(reachable) : undefined;
  }

  /** @param isVariable whether the name is a variable that `require` initializes, and not an import */
  #addBinding(module: ModuleRecord, local: string, path: readonly string[], isVariable: boolean): void {
    this.#getOrCreateReach(module.file).boundNames.push({ local, path });
    if (path.length > 0) this.#boundMembers.push({ record: module, module: { local }, path });
    for (const entry of module.exports) {
      if (entry.from !== undefined || entry.localName !== local) continue;
      // A local declaration of the same name precedes an import.
      if (isVariable ? !isVariableExport(entry) : entry.kind !== 'unknown') continue;
      this.#enqueue({ file: module.file, name: entry.name, path });
    }
  }

  /** Whether `export *` re-exports the name. A module's own export of the same name takes precedence. */
  #isReexported(module: ModuleRecord, reachable: ReachableExport): boolean {
    if (directExport(module, reachable.name) !== undefined) return false;
    const source = this.#graph.findExport(reachable.file, reachable.name);
    const target = this.#graph.findExport(module.file, reachable.name);
    if (source === undefined || target === undefined) return true;
    return source.file === target.file && source.line === target.line && source.column === target.column;
  }

  #getOrCreateReach(file: string): FileReach {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const reach: FileReach = { boundNames: [], clauseNames: [], inlineImports: [] };
    this.#files.set(file, reach);
    return reach;
  }
}

/** Whether an export may be a variable of its module. The kind of a variable in an unusual pattern is unknown. */
function isVariableExport({ from, localName, kind }: ExportRecord): boolean {
  return from === undefined && localName !== undefined && /^(?:const|let|var|value|unknown)$/.test(kind);
}

/**
 * Whether a default import imports the whole module: the module has `export =`, or is CommonJS without a default
 * export.
 */
function isDefaultWholeModule(record: ModuleRecord): boolean {
  if (directExport(record, 'export=') !== undefined) return true;
  return record.isCommonJs === true && directExport(record, 'default') === undefined;
}

/** Returns the path from the exporting module to the queried export. */
function getPathFromModule({ name, path }: ReachableExport): readonly string[] {
  return name === 'export=' ? path : [name, ...path];
}
