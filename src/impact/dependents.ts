import type { ModuleGraph } from '../code/export-graph.ts';
import type { ImportRecord, ModuleRecord } from '../code/module-record.ts';

/** How a file comes by another: `reexport` passes on what it takes, `type` needs it for types alone. */
export type DependencyKind = 'reexport' | 'import' | 'dynamic' | 'type';

/** A file that depends on the one that was asked about. */
export interface DependentFile {
  readonly file: string;
  /** 1: it imports the file itself; 2: it imports one that does; and so on by the shortest way. */
  readonly level: number;
}

export interface DependencyEdge {
  /** The file that imports. */
  readonly from: string;
  readonly to: string;
  readonly kind: DependencyKind;
}

/** Every file that a change of one file may reach, level by level. */
export interface DependentsGraph {
  readonly file: string;
  /** By level, then by path. */
  readonly files: readonly DependentFile[];
  /** Between the listed files, and from them to `file`. */
  readonly edges: readonly DependencyEdge[];
  /** How many more files depend on it than are listed. */
  readonly omitted: number;
}

/** A graph that nobody can take in at a glance is no help; whoever needs all of it asks for the importers. */
const LIMIT = 300;

/** [ENF-IMPACT-1] The files that import a file, and those that import these, level by level. */
export function dependentsOf(
  graph: ModuleGraph & { importersOf(file: string): readonly string[] },
  file: string,
  limit = LIMIT,
): DependentsGraph {
  const levels = new Map([[file, 0]]);
  for (const [reached, level] of levels) {
    for (const importer of graph.importersOf(reached)) if (!levels.has(importer)) levels.set(importer, level + 1);
  }
  levels.delete(file);
  const all = [...levels].map(([each, level]) => ({ file: each, level }));
  all.sort((a, b) => a.level - b.level || (a.file < b.file ? -1 : 1));
  const files = all.slice(0, limit);
  const listed = new Set([file, ...files.map((each) => each.file)]);
  const edges = files.flatMap((each) => edgesFrom(graph, each.file, listed));
  return { file, files, edges, omitted: all.length - files.length };
}

const STRENGTH: readonly DependencyKind[] = ['type', 'dynamic', 'import', 'reexport'];

/** One edge per imported file, of the strongest kind that the importer has for it. */
function edgesFrom(graph: ModuleGraph, from: string, listed: ReadonlySet<string>): readonly DependencyEdge[] {
  const record = graph.moduleOf(from);
  const kinds = new Map<string, DependencyKind>();
  const add = (specifier: string, kind: DependencyKind): void => {
    const to = graph.resolve(from, specifier);
    if (to === undefined || to === from || !listed.has(to)) return;
    const known = kinds.get(to);
    if (known === undefined || STRENGTH.indexOf(kind) > STRENGTH.indexOf(known)) kinds.set(to, kind);
  };
  for (const entry of record?.imports ?? []) add(entry.specifier, kindOf(entry, record));
  for (const { specifier } of record?.starFrom ?? []) add(specifier, 'reexport');
  return [...kinds].map(([to, kind]) => ({ from, to, kind }));
}

/** A name that is imported and exported again is passed on as well. */
function kindOf({ kind, names }: ImportRecord, record: ModuleRecord | undefined): DependencyKind {
  if (kind === 'reexport') return 'reexport';
  const passedOn = record?.exports.some(
    (entry) => entry.from === undefined && names.some(({ local }) => local === entry.localName),
  );
  if (passedOn) return 'reexport';
  if (kind === 'dynamic') return 'dynamic';
  return kind === 'type' || (names.length > 0 && names.every(({ typeOnly }) => typeOnly)) ? 'type' : 'import';
}
