import type { ExportRecord } from '../modules/module-record.ts';
import { importsFile } from '../modules/module-graph.ts';
import { directExport } from '../modules/resolved-exports.ts';
import { findReach, type ImpactGraph, type ReachableExport } from './export-reach.ts';
import { isTypeKind, type ExportUses, type Impact, type ImpactQuery, type ImpactSources, type Use } from './impact.ts';
import { summarizeImpact } from './impact-summary.ts';
import { findUsesInFile } from './uses-in-file.ts';

/**
 * [ENF-IMPACT-1] [ENF-IMPACT-2] [ENF-IMPACT-3] Finds the uses of a file or of one export. As in editors, uses inside the
 * declaring file count, but that file is not listed as affected. The search also finds uses of a name that the module no
 * longer exports.
 */
export async function findImpact(sources: ImpactSources, { file, exportName }: ImpactQuery): Promise<Impact> {
  const exports = sources.graph.exportsOf(file);
  const names = exportName === undefined ? exports.map(({ name }) => name) : [exportName];
  const exportUses: ExportUses[] = [];
  for (const name of names) exportUses.push(await findUses(sources, file, name));
  const files = new Set(exportUses.flatMap(({ uses }) => uses.map((use) => use.file)));
  if (exportName === undefined) for (const importer of findFileImporters(sources.graph, file)) files.add(importer);
  files.delete(file);
  const affected = {
    filesAffected: [...files].sort(),
    functionsAffected: exportUses
      .filter(({ kind }) => !isTypeKind(kind))
      .map(({ name, uses }) => ({ name, file, callers: uses })),
    typesAffected: exportUses
      .filter(({ kind }) => isTypeKind(kind))
      .map(({ name, uses }) => ({ name, file, usages: uses })),
  };
  return { ...affected, summary: summarizeImpact(file, affected) };
}

/** Finds the uses of one export of a file. */
export async function findUses(sources: ImpactSources, file: string, name: string): Promise<ExportUses> {
  const { graph } = sources;
  const record = graph.moduleOf(file);
  const entry = record && directExport(record, name);
  const declaredName = entry?.from === undefined && entry?.kind !== 'unknown' ? entry?.localName : undefined;
  const exports = findExportNames(record?.exports ?? [], name, declaredName);
  const reach = new Map(
    await findReach(
      graph,
      exports.map((exportName): ReachableExport => ({ file, name: exportName, path: [] })),
      async (importer, module, path) => {
        const { scripts } = (await sources.cache.read(importer, sources.readText)) ?? { scripts: [] };
        const found = await Promise.all(scripts.map((script) => script.findDestructuredNames(module, path)));
        return found.flat();
      },
    ),
  );
  if (declaredName !== undefined) {
    const ownReach = reach.get(file) ?? { boundNames: [], clauseNames: [], inlineImports: [] };
    reach.set(file, { ...ownReach, boundNames: [...ownReach.boundNames, { local: declaredName, path: [] }] });
  }
  const uses: Use[] = [];
  for (const [reachedFile, fileReach] of [...reach].sort(([a], [b]) => (a < b ? -1 : 1))) {
    uses.push(...(await findUsesInFile(sources, reachedFile, fileReach)));
  }
  return { name, kind: graph.exportsOf(file).find((resolved) => resolved.name === name)?.kind ?? 'unknown', uses };
}

/** Finds all names under which a file exports one declaration. A change of the declaration affects all these names. */
function findExportNames(
  exports: readonly ExportRecord[],
  name: string,
  declaredName: string | undefined,
): readonly string[] {
  if (declaredName === undefined) return [name];
  const aliases = exports.filter((entry) => entry.from === undefined && entry.localName === declaredName);
  return [...new Set([name, ...aliases.map((entry) => entry.name)])];
}

/**
 * [ENF-IMPACT-1] Finds the files that import a file directly, or that import a whole module with `export *` from the file.
 * The search for uses finds files that import single names through re-exports.
 */
function findFileImporters(graph: ImpactGraph, file: string): ReadonlySet<string> {
  const importers = new Set<string>();
  const reexportingFiles = new Set([file]);
  for (const reexported of reexportingFiles) {
    for (const importer of graph.importersOf(reexported)) {
      const record = graph.moduleOf(importer);
      if (record === undefined) continue;
      const resolvesToFile = (specifier: string): boolean => importsFile(graph, importer, specifier, reexported);
      const importsAll = record.imports.some(
        ({ specifier, names, kind }) =>
          resolvesToFile(specifier) && (names.some(({ imported }) => imported === '*') || kind === 'dynamic'),
      );
      if (reexported === file || importsAll) importers.add(importer);
      if (record.starExports.some(({ specifier }) => resolvesToFile(specifier))) reexportingFiles.add(importer);
    }
  }
  return importers;
}
