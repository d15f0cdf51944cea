import type { Analysis } from '../analysis/analysis.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { SourceTree } from '../workspace/source-tree.ts';
import type { PlanInput } from './check-plan.ts';

/** What a plan may build on: the files and exports of a tree as it is now. */
export async function planSituation(tree: SourceTree, analysis: Analysis): Promise<Omit<PlanInput, 'document'>> {
  return {
    files: await tree.listFiles(),
    readText: (path) => readable(tree, path),
    findExports: async (names) => Object.keys(await analysis.findExports(tree.root, names)),
  };
}

/** A file that cannot be read as text says nothing about commands. */
async function readable(tree: SourceTree, path: string): Promise<string | undefined> {
  try {
    return await tree.readText(path);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}
