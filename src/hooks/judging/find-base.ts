import { findChangeBase } from '../../run/change/change-base.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { GitError } from '../../workspace/git/git.ts';
import { resolveBase } from '../sessions/resolve-base.ts';
import type { SessionRecord } from '../sessions/session-record.ts';

/** The snapshot of the start of a session. If it was not recorded or is gone, the merge base with the default branch. */
export async function findBase(
  services: Pick<FolderServices, 'configurationOf' | 'repository'>,
  record: Pick<SessionRecord, 'base' | 'objects'> | undefined,
  signal: AbortSignal | undefined,
): Promise<{
  readonly base: string | undefined;
  /** Set if the base is not the start of the session. */
  readonly notes: readonly string[];
}> {
  if (record !== undefined) {
    const repository = await services.repository();
    try {
      return { base: (await resolveBase(repository, record, signal)).commit, notes: [] };
    } catch (thrown) {
      if (!(thrown instanceof GitError)) throw thrown;
    }
  }
  const base = await findChangeBase(services, undefined, signal);
  const from = base === undefined ? 'from the beginning' : `since ${base.slice(0, 12)}`;
  const reason = record === undefined ? 'its start was not recorded' : 'the snapshot of its start is gone';
  return { base, notes: [`The work of the session was judged ${from}, because ${reason}.`] };
}
