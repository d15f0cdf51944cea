import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChangeHead } from '../api/change-types.ts';

/** The snapshot that is judged. */
export interface HeadSnapshot extends Snapshot {
  readonly notes: readonly string[];
  /** The files that it does not contain although they are part of the change, relative to the folder. */
  readonly leftOut: readonly string[];
}

/** Creates the snapshot of what is judged. Changes neither the index nor a file. */
export async function snapshotHead(
  repository: Repository,
  head: ChangeHead,
  options: { readonly indexFile?: string | undefined; readonly signal: AbortSignal },
): Promise<HeadSnapshot> {
  if (head === 'work-tree') return repository.createBase(options);
  if (head === 'index') return repository.createIndexBase(options);
  return { ...(await repository.resolve(head.commit, options.signal)), notes: [], leftOut: [] };
}
