import type { ModuleGraph } from '../../modules/module-graph.ts';
import type { ResolvedExport } from '../../modules/resolved-exports.ts';
import type { WorkspacePackage } from '../../resolution/workspace-packages.ts';
import { findPackageEntries, type EntryFiles } from './package-entries.ts';

/** What a package offers of one file. */
export interface PublicNames {
  readonly packageName: string;
  readonly version: string | undefined;
  readonly names: readonly PublicName[];
  /** Whether an entry offers everything that the file exports, so that a removed name was public too. */
  readonly isWhole: boolean;
}

/** A public name and the place of its declaration. */
export interface PublicName {
  readonly name: string;
  readonly line: number;
}

interface EntryGraph extends ModuleGraph {
  exportsOf(file: string): readonly ResolvedExport[];
}

/** [CHANGE-2] The names under which the entries of a package offer the exports of a file; `undefined` for a private package. */
export function findPublicNames(
  graph: EntryGraph,
  files: EntryFiles,
  owner: WorkspacePackage,
  file: string,
): PublicNames | undefined {
  const { name, version, private: isPrivate } = owner.manifest;
  if (name === undefined || isPrivate === true) return undefined;
  const entries = findPackageEntries(owner, files).entries.filter(({ kind }) => kind === 'module');
  const names = new Map<string, PublicName>();
  for (const entry of entries) {
    for (const one of graph.exportsOf(entry.file)) {
      if (one.file === file) names.set(`${one.name}:${one.line}`, { name: one.name, line: one.line });
    }
  }
  const isWhole = entries.some((entry) => reachesByStars(graph, entry.file, file, new Set()));
  return { packageName: name, version, names: [...names.values()], isWhole };
}

function reachesByStars(graph: ModuleGraph, from: string, file: string, seen: Set<string>): boolean {
  if (from === file) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (graph.moduleOf(from)?.starExports ?? []).some(({ specifier }) => {
    const target = graph.resolve(from, specifier);
    return target !== undefined && reachesByStars(graph, target, file, seen);
  });
}
