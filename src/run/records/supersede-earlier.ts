import type { NewerRun } from '../../history/history.ts';
import { messageOf } from '../../foundation/errors.ts';
import { KEPT_REFS } from '../../workspace/store/kept-results.ts';
import type { RunServices } from '../services/run-services.ts';

/**
 * [EDIT-7] Withdraws what waits for a decision about earlier runs of chunks, now that a newer run has ended. A result that
 * passed stays until another result passes. The kept results of withdrawn runs are deleted after that is recorded. A failure
 * is reported as a note, because the newer run does not depend on it.
 */
export async function supersedeEarlier(
  { history, repository, report }: Pick<RunServices, 'history' | 'repository' | 'report'>,
  newer: NewerRun,
): Promise<void> {
  const warn = (message: string): void => report({ type: 'note', level: 'warning', message });
  let superseded: readonly string[];
  try {
    superseded = await history.supersedeEarlier(newer);
  } catch (thrown) {
    warn(`Failed to withdraw the earlier decisions about ${newer.chunkIds.join(', ')}: ${messageOf(thrown)}`);
    return;
  }
  for (const runId of superseded) {
    try {
      await repository.deleteKeptResult(runId);
    } catch (thrown) {
      warn(`The superseded result ${KEPT_REFS}${runId} was not deleted: ${messageOf(thrown)}`);
    }
  }
}
