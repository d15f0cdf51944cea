import { ownExport, type ModuleGraph } from '../code/export-graph.ts';
import type { ImportedName, ImportRecord, ModuleRecord } from '../code/module-record.ts';

/** A module graph that can be asked who imports a file. */
export interface ImpactGraph extends ModuleGraph {
  importersOf(file: string): readonly string[];
  findExport(
    file: string,
    name: string,
  ): { readonly file: string; readonly line: number; readonly column: number } | undefined;
}

/** A name of a module's top that stands for what is asked for, or for a module in which `path` leads to it. */
export interface BoundName {
  readonly local: string;
  readonly path: readonly string[];
}

/** Names that an import or re-export takes, to be found before its specifier. */
export interface TakenNames {
  readonly at: ImportRecord;
  readonly names: readonly ImportedName[];
}

/** Specifiers of modules that are imported in place, in which `path` leads to what is asked for. */
export interface MentionedModule {
  readonly specifier: string;
  readonly path: readonly string[];
}

/** How one file comes by an export. */
export interface FileReach {
  readonly bound: BoundName[];
  readonly taken: TakenNames[];
  readonly mentioned: MentionedModule[];
}

/** A name under which a file gives what is asked for; with a path, a module in which the path leads to it. */
export interface Given {
  readonly file: string;
  readonly name: string;
  readonly path: readonly string[];
}

/** Follows an export through imports and re-exports to every file that can name it. */
export function reachOf(graph: ImpactGraph, start: readonly Given[]): ReadonlyMap<string, FileReach> {
  return new ReachSearch(graph).run(start);
}

class ReachSearch {
  readonly #graph: ImpactGraph;
  readonly #files = new Map<string, FileReach>();
  readonly #seen = new Set<string>();
  readonly #waiting: Given[] = [];

  constructor(graph: ImpactGraph) {
    this.#graph = graph;
  }

  run(start: readonly Given[]): ReadonlyMap<string, FileReach> {
    for (const given of start) this.#give(given);
    for (let given = this.#waiting.pop(); given !== undefined; given = this.#waiting.pop()) this.#follow(given);
    return this.#files;
  }

  #give(given: Given): void {
    const key = [given.file, given.name, ...given.path].join('\0');
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#waiting.push(given);
  }

  #follow(given: Given): void {
    for (const importer of this.#graph.importersOf(given.file)) {
      const record = this.#graph.moduleOf(importer);
      if (record !== undefined) this.#importer(record, given);
    }
  }

  #importer(record: ModuleRecord, given: Given): void {
    const { file } = record;
    for (const entry of record.imports) {
      const isMention = entry.names.length === 0 && (entry.kind === 'dynamic' || entry.kind === 'require');
      const leading = entry.names.filter((name) => this.#pathFor(name.imported, given) !== undefined);
      // Resolving takes longer than looking at names.
      if ((leading.length === 0 && !isMention) || this.#graph.resolve(file, entry.specifier) !== given.file) continue;
      if (isMention) this.#reach(file).mentioned.push({ specifier: entry.specifier, path: wholePath(given) });
      else this.#take(record, entry, leading, given);
    }
    if (given.name === 'default') return;
    for (const { specifier } of record.starFrom) {
      if (this.#graph.resolve(file, specifier) === given.file && this.#passesOn(record, given)) {
        this.#give({ ...given, file });
      }
    }
  }

  #take(record: ModuleRecord, at: ImportRecord, leading: readonly ImportedName[], given: Given): void {
    const taken: ImportedName[] = [];
    for (const name of leading) {
      const path = this.#pathFor(name.imported, given) ?? [];
      if (path.length === 0) taken.push(name);
      if (at.kind !== 'reexport') this.#bind(record, name.local, path);
      else if (name.local !== '*') this.#give({ file: record.file, name: name.local, path });
    }
    if (taken.length > 0) this.#reach(record.file).taken.push({ at, names: taken });
  }

  /** Where a name that is imported leads: [] to what is asked for itself; undefined past it. */
  #pathFor(imported: string, given: Given): readonly string[] | undefined {
    if (given.name === 'export=') {
      if (imported === 'export=' || imported === '*' || imported === 'default') return given.path;
      return imported === given.path[0] ? given.path.slice(1) : undefined;
    }
    if (imported === given.name) return given.path;
    if (imported === '*' || imported === 'export=') return wholePath(given);
    const record = this.#graph.moduleOf(given.file);
    return imported === 'default' && record !== undefined && isItsDefault(record) ? wholePath(given) : undefined;
  }

  #bind(record: ModuleRecord, local: string, path: readonly string[]): void {
    this.#reach(record.file).bound.push({ local, path });
    for (const entry of record.exports) {
      if (entry.from !== undefined || entry.localName !== local || entry.kind !== 'unknown') continue;
      this.#give({ file: record.file, name: entry.name, path });
    }
  }

  /** `export *` passes a name on unless the module gives another of that name. */
  #passesOn(record: ModuleRecord, given: Given): boolean {
    if (ownExport(record, given.name) !== undefined) return false;
    const there = this.#graph.findExport(given.file, given.name);
    const here = this.#graph.findExport(record.file, given.name);
    if (there === undefined || here === undefined) return true;
    return there.file === here.file && there.line === here.line && there.column === here.column;
  }

  #reach(file: string): FileReach {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const made: FileReach = { bound: [], taken: [], mentioned: [] };
    this.#files.set(file, made);
    return made;
  }
}

/** Whether all that a module gives is its default: it says `export =`, or is one of CommonJS and names no default. */
function isItsDefault(record: ModuleRecord): boolean {
  if (ownExport(record, 'export=') !== undefined) return true;
  return record.isCommon === true && ownExport(record, 'default') === undefined;
}

function wholePath({ name, path }: Given): readonly string[] {
  return name === 'export=' ? path : [name, ...path];
}
