import type { Chunk } from '../../contract/model.ts';
import { selectGates } from '../../gates/select-gates.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import { describeCommand } from '../validation/stage-command.ts';
import { validateSnapshot } from '../validation/validate-snapshot.ts';
import { prepareWorktree, withAttemptWorktree } from '../worktree/worktree-life-cycle.ts';

/**
 * Verifies a chunk in a worktree of the user's current tree, as a landing does: setup, build, verify and acceptance
 * commands, postconditions and asserts. Returns why the chunk has not passed, one sentence for each reason. Gates are not
 * judged, so a chunk with blocking gates cannot be verified here.
 */
export async function verifyWork(
  input: RunnableContract & { readonly chunk: Chunk; readonly services: RunServices },
): Promise<readonly string[]> {
  const { contract, chunk, sharedGates, services } = input;
  const gates = selectGates(contract, chunk, sharedGates).map(({ gate }) => gate.id);
  if (gates.length > 0) return [`Its gates are judged only by a run: ${gates.join(', ')}.`];
  const base = await services.repository.createBase({ signal: services.signal });
  return withAttemptWorktree(input, base, async (attempt) => {
    await prepareWorktree({ contract, chunk, attempt, base, services });
    const verdict = await validateSnapshot({ ...input, attempt, judged: base, changedFiles: [], baseline: undefined });
    if (verdict.passed) return [];
    return [
      ...verdict.commands.filter(({ passed }) => !passed).map((report) => `The ${describeCommand(report)}.`),
      ...verdict.problems.map(({ message }) => message),
      ...verdict.assertResults.filter(({ passed }) => !passed).map(({ assertion }) => `Not met: ${assertion.message}`),
    ];
  });
}
