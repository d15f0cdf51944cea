import { endAbandonedProcesses } from '../workspace/processes/process-records.ts';
import { recordUnrecorded } from './landing/unrecorded-results.ts';
import type { FolderServices } from './services/folder-services.ts';

/** Completes or rolls back the unfinished work of an earlier process. Returns a message for each recovered item. */
export async function recover(
  services: Pick<FolderServices, 'history' | 'openOrCreateHistory' | 'repository'>,
): Promise<readonly string[]> {
  const repository = await services.repository();
  // The processes of an interrupted run can still write to its worktrees, which are removed next.
  const processes = await endAbandonedProcesses(repository.processRecords);
  const landings = await repository.recover();
  await recordUnrecorded(repository, () => services.openOrCreateHistory());
  const runs = await (await services.history())?.interruptDeadRuns();
  return [...processes, ...landings, ...(runs ?? [])];
}
