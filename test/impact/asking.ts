import { ModuleIndex } from '../../src/code/module-index.ts';
import type { ImpactSources } from '../../src/impact/impact.ts';
import { ScriptCache } from '../../src/impact/script-cache.ts';
import { MemoryTree } from '../code/memory-tree.ts';

export interface AskedTree extends ImpactSources {
  readonly graph: ModuleIndex;
}

/** Files in memory, ready to be asked who uses what. */
export async function treeOf(files: Readonly<Record<string, string>>): Promise<AskedTree> {
  const tree = new MemoryTree(files);
  return { graph: await ModuleIndex.build(tree), cache: new ScriptCache(), readText: (file) => tree.readText(file) };
}

/** `file:line` of places, each once. */
export function linesOf(places: readonly { readonly file: string; readonly line: number }[]): string[] {
  return [...new Set(places.map(({ file, line }) => `${file}:${line}`))];
}
