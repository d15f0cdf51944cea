import type { ImpactGraph } from './export-reach.ts';

/**
 * [ENF-IMPACT-1] The files that import a file: directly, or the whole of a module that passes on all that it gives.
 * Files that take single names through re-exports are found by those names.
 */
export function importersOfFile(graph: ImpactGraph, file: string): ReadonlySet<string> {
  const found = new Set<string>();
  const passing = new Set([file]);
  for (const passed of passing) {
    for (const importer of graph.importersOf(passed)) {
      const record = graph.moduleOf(importer);
      if (record === undefined) continue;
      const isMeant = (specifier: string): boolean => graph.resolve(importer, specifier) === passed;
      const takesAll = record.imports.some(
        ({ specifier, names, kind }) =>
          isMeant(specifier) && (names.some(({ imported }) => imported === '*') || kind === 'dynamic'),
      );
      if (passed === file || takesAll) found.add(importer);
      if (record.starFrom.some(({ specifier }) => isMeant(specifier))) passing.add(importer);
    }
  }
  return found;
}
