import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { GitError } from '../../workspace/git/git.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { SessionRecord } from './session-record.ts';

/**
 * The snapshot of the start of a session, also if another program recorded it in its own storage: the command line, and not
 * the editor.
 *
 * @throws GitError if it is gone
 */
export async function resolveBase(
  repository: Pick<Repository, 'importCommit' | 'objectsDirectory' | 'resolve'>,
  { base, objects }: Pick<SessionRecord, 'base' | 'objects'>,
  signal?: AbortSignal,
): Promise<Snapshot> {
  try {
    return await repository.resolve(base, signal);
  } catch (thrown) {
    if (!(thrown instanceof GitError) || objects === undefined || objects === repository.objectsDirectory) throw thrown;
    return repository.importCommit(objects, base, signal);
  }
}
