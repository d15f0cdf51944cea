import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import type { ImpactSources } from '../../../src/code/impact/impact.ts';
import { ScriptCache } from '../../../src/code/impact/script-cache.ts';
import { MemoryTree } from '../memory-tree.ts';

/** The inputs of the search for uses, built from files in memory. */
export interface MemoryImpact extends ImpactSources {
  readonly graph: ModuleIndex;
}

/** Indexes files in memory, so that `findUses` and `findImpact` can search them. */
export async function createMemoryImpact(files: Readonly<Record<string, string>>): Promise<MemoryImpact> {
  const tree = new MemoryTree(files);
  return { graph: await ModuleIndex.build(tree), cache: new ScriptCache(), readText: (file) => tree.readText(file) };
}

/** Formats locations as `file:line`, without duplicates. */
export function formatLines(locations: readonly { readonly file: string; readonly line: number }[]): string[] {
  return [...new Set(locations.map(({ file, line }) => `${file}:${line}`))];
}
