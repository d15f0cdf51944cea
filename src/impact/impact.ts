import { ownExport, type ResolvedExport } from '../code/export-graph.ts';
import type { ExportKind, ExportRecord } from '../code/module-record.ts';
import type { ImpactGraph, Given } from './export-reach.ts';
import { reachOf } from './export-reach.ts';
import { importersOfFile } from './file-importers.ts';
import { impactSummary } from './impact-summary.ts';
import { placesIn } from './places.ts';
import type { Place } from './places.ts';
import type { ScriptCache } from './script-cache.ts';

export type { Place } from './places.ts';

/** A function, class or value, and every place that uses it. */
export interface AffectedFunction {
  readonly name: string;
  /** The file that was asked about. */
  readonly file: string;
  /** Calls and every other use: imports and re-exports of it, values, JSX elements, types made of it. */
  readonly callers: readonly Place[];
}

/** A type, interface or enum, and every place that uses it. */
export interface AffectedType {
  readonly name: string;
  readonly file: string;
  readonly usages: readonly Place[];
}

/** Who uses a file, or one export of it; the source documents' ImpactAnalysis. */
export interface Impact {
  /** The other files that are touched, sorted: of a whole file all that import it, of an export those that use it. */
  readonly filesAffected: readonly string[];
  readonly functionsAffected: readonly AffectedFunction[];
  readonly typesAffected: readonly AffectedType[];
  /** In words, for prompts and people. */
  readonly summary: string;
}

/** What the search for impact works on. */
export interface ImpactSources {
  readonly graph: ImpactGraph & { exportsOf(file: string): readonly ResolvedExport[] };
  readonly cache: ScriptCache;
  readonly readText: (file: string) => Promise<string | undefined>;
  readonly signal?: AbortSignal;
}

export interface ImpactQuestion {
  /** Relative to the tree's root, with `/`. */
  readonly file: string;
  /** One export; every export of the file where absent. `default` and `export=` are names too. */
  readonly exportName?: string;
}

/** The uses of one export. */
export interface ExportUses {
  readonly name: string;
  readonly kind: ExportKind;
  /** Every place, sorted by file and place; those in the declaring file among them, without the declaration itself. */
  readonly places: readonly Place[];
}

/**
 * [ENF-IMPACT-1] [ENF-IMPACT-2] [ENF-IMPACT-3] Who uses a file or an export. As editors do, the uses inside the
 * declaring file count as uses, yet the file is not among those affected. A name that the module does not give any more
 * still has the uses that name it.
 */
export async function impactOf(sources: ImpactSources, { file, exportName }: ImpactQuestion): Promise<Impact> {
  const exports = sources.graph.exportsOf(file);
  const names = exportName === undefined ? exports.map(({ name }) => name) : [exportName];
  const all: ExportUses[] = [];
  for (const name of names) all.push(await usesOfExport(sources, file, name));
  const files = new Set(all.flatMap(({ places }) => places.map((place) => place.file)));
  if (exportName === undefined) for (const importer of importersOfFile(sources.graph, file)) files.add(importer);
  files.delete(file);
  const filesAffected = [...files].sort();
  const functionsAffected = all
    .filter(({ kind }) => !isType(kind))
    .map(({ name, places }) => ({ name, file, callers: places }));
  const typesAffected = all
    .filter(({ kind }) => isType(kind))
    .map(({ name, places }) => ({ name, file, usages: places }));
  const found = { filesAffected, functionsAffected, typesAffected };
  return { ...found, summary: impactSummary(file, found) };
}

/** The uses of one export of a file. */
export async function usesOfExport(sources: ImpactSources, file: string, name: string): Promise<ExportUses> {
  const { graph } = sources;
  const record = graph.moduleOf(file);
  const own = record && ownExport(record, name);
  const declared = own !== undefined && own.from === undefined && own.kind !== 'unknown' ? own.localName : undefined;
  const start: Given[] = namesOf(record?.exports ?? [], name, declared).map((each) => ({ file, name: each, path: [] }));
  const reach = new Map(reachOf(graph, start));
  if (declared !== undefined) {
    const here = reach.get(file) ?? { bound: [], taken: [], mentioned: [] };
    reach.set(file, { ...here, bound: [...here.bound, { local: declared, path: [] }] });
  }
  const places: Place[] = [];
  for (const each of [...reach.keys()].sort()) {
    const found = reach.get(each);
    if (found !== undefined) places.push(...(await placesIn(sources, each, found)));
  }
  return { name, kind: graph.exportsOf(file).find((entry) => entry.name === name)?.kind ?? 'unknown', places };
}

/** Every name under which a file gives one declaration: a change of it touches them all. */
function namesOf(exports: readonly ExportRecord[], name: string, declared: string | undefined): readonly string[] {
  if (declared === undefined) return [name];
  const same = exports.filter((entry) => entry.from === undefined && entry.localName === declared);
  return [...new Set([name, ...same.map((entry) => entry.name)])];
}

/** Whether a kind is told of as a type. */
export function isType(kind: ExportKind): boolean {
  return kind === 'type' || kind === 'interface' || kind === 'enum';
}
