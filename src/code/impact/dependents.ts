import type { ModuleGraph } from '../modules/module-graph.ts';
import type { ImportRecord, ModuleRecord } from '../modules/module-record.ts';

/** How one file depends on another: `reexport` if it re-exports imported names, `type` if it imports only types. */
export type DependencyKind = 'reexport' | 'import' | 'dynamic' | 'type';

/** A file that depends on the queried file. */
export interface DependentFile {
  readonly file: string;
  /** The length of the shortest import path to the queried file; 1 for a direct importer. */
  readonly level: number;
}

/** One file's import of another file. */
export interface DependencyEdge {
  /** The importing file. */
  readonly from: string;
  readonly to: string;
  readonly kind: DependencyKind;
}

/** The files that a change of one file can affect. */
export interface DependentsGraph {
  readonly file: string;
  /** Sorted by level, then by path. */
  readonly files: readonly DependentFile[];
  /** The imports among the listed files and `file`. */
  readonly edges: readonly DependencyEdge[];
  /** The number of dependent files that are not listed. */
  readonly omitted: number;
}

/** A larger graph is unreadable. The impact of the file still lists all importers. */
const MAX_FILES = 300;

/** [ENF-IMPACT-1] Builds the graph of the files that import a file directly or indirectly. */
export function buildDependentsGraph(
  graph: ModuleGraph & { importersOf(file: string): readonly string[] },
  file: string,
  limit = MAX_FILES,
): DependentsGraph {
  const levels = new Map([[file, 0]]);
  for (const [reached, level] of levels) {
    for (const importer of graph.importersOf(reached)) if (!levels.has(importer)) levels.set(importer, level + 1);
  }
  levels.delete(file);
  const dependents = [...levels].map(([dependent, level]) => ({ file: dependent, level }));
  dependents.sort((a, b) => a.level - b.level || (a.file < b.file ? -1 : 1));
  const files = dependents.slice(0, limit);
  const listed = new Set([file, ...files.map((dependent) => dependent.file)]);
  const edges = files.flatMap((dependent) => createEdges(graph, dependent.file, listed));
  return { file, files, edges, omitted: dependents.length - files.length };
}

/** The dependency kinds from the weakest to the strongest. */
const KINDS_BY_STRENGTH: readonly DependencyKind[] = ['type', 'dynamic', 'import', 'reexport'];

/** Creates one edge per imported file. The strongest kind applies if a file is imported several times. */
function createEdges(graph: ModuleGraph, from: string, listed: ReadonlySet<string>): readonly DependencyEdge[] {
  const record = graph.moduleOf(from);
  const kinds = new Map<string, DependencyKind>();
  const add = (specifier: string, kind: DependencyKind): void => {
    const to = graph.resolve(from, specifier);
    if (to === undefined || to === from || !listed.has(to)) return;
    const known = kinds.get(to);
    if (known === undefined || KINDS_BY_STRENGTH.indexOf(kind) > KINDS_BY_STRENGTH.indexOf(known)) kinds.set(to, kind);
  };
  for (const entry of record?.imports ?? []) add(entry.specifier, getDependencyKind(entry, record));
  for (const { specifier } of record?.starExports ?? []) add(specifier, 'reexport');
  return [...kinds].map(([to, kind]) => ({ from, to, kind }));
}

/** Returns the kind of an import. Importing a name and exporting it in a separate statement is a re-export too. */
function getDependencyKind({ kind, names }: ImportRecord, record: ModuleRecord | undefined): DependencyKind {
  if (kind === 'reexport') return 'reexport';
  const isReexported = record?.exports.some(
    (entry) => entry.from === undefined && names.some(({ local }) => local === entry.localName),
  );
  if (isReexported) return 'reexport';
  if (kind === 'dynamic') return 'dynamic';
  return kind === 'type' || (names.length > 0 && names.every(({ typeOnly }) => typeOnly)) ? 'type' : 'import';
}
