import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { listAwaitedCode } from './awaited-code.ts';
import { findAwaitedCauses, listNamedLines } from './located-errors.ts';

/**
 * [BITE-1] What a failing build of the base waits for, if every line that it names needs something that the chunk must create:
 * tests were written before the code. `undefined` if the build fails for any other reason.
 */
export async function findAwaitedByBuild(
  { contract, chunk, services }: Pick<ChunkRunInput, 'contract' | 'chunk' | 'services'>,
  report: CommandReport,
  { attempt, base }: { readonly attempt: Pick<AttemptWorktree, 'tree'>; readonly base: Snapshot },
): Promise<readonly string[] | undefined> {
  const files = new Set(await services.repository.listFiles(base.commit, services.signal));
  const awaited = listAwaitedCode(contract, chunk, files);
  return findAwaitedCauses(listNamedLines(report.output, files), awaited, async ({ file, line }) => {
    const text = await attempt.tree.readText(file);
    return text?.split('\n')[line - 1];
  });
}
