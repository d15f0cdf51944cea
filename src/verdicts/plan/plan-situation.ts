import type { Analysis } from '../analysis/analysis.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { PlanInput } from './check-plan.ts';
import { createPythonParser } from './commands/python-syntax.ts';

/**
 * Reads what a plan can build on: the files and the exports of the current tree.
 *
 * @param known the commands of the configuration that prepare a worktree; and the files of the tree, if they are known
 */
export async function readPlanSituation(
  tree: SourceTree,
  analysis: Analysis,
  known: { readonly setup?: readonly string[]; readonly files?: readonly string[] | undefined } = {},
): Promise<Omit<PlanInput, 'document'>> {
  return {
    setup: known.setup ?? [],
    files: known.files ?? (await tree.listFiles()),
    kindOf: (path) => tree.kindOf(path),
    findPythonError: createPythonParser(tree.root),
    readText: (path) => readIfPossible(tree, path),
    findExports: async (names) => Object.keys(await analysis.findExports(tree.root, names, [])),
    findCodeErrors: (codes) => analysis.findCodeErrors(codes),
  };
}

/** Returns `undefined` for a file that is not readable text, because no command reader can use it. */
async function readIfPossible(tree: SourceTree, path: string): Promise<string | undefined> {
  try {
    return await tree.readText(path);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}
