import type { Base, Snapshot } from '../../workspace/git/snapshot.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChangeHead } from './change-types.ts';

/** The snapshot that is judged. */
export type HeadSnapshot = Snapshot & Pick<Base, 'notes' | 'leftOut' | 'absent' | 'converted' | 'hidden'>;

/** Creates the snapshot of what is judged. Changes neither the index nor a file. */
export async function snapshotHead(
  repository: Repository,
  head: ChangeHead,
  options: { readonly indexFile?: string | undefined; readonly signal: AbortSignal },
): Promise<HeadSnapshot> {
  if (head === 'work-tree') {
    const base = await repository.createBase(options);
    return { ...base, notes: [...base.notes, ...describeAbsent(base.absent.length)] };
  }
  if (head === 'index') return repository.createIndexBase(options);
  const commit = await repository.resolve(head.commit, options.signal);
  return { ...commit, notes: [], leftOut: [], absent: [], converted: [], hidden: [] };
}

/** The files on disk are checked in place. */
function describeAbsent(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `The checks did not see ${formatCount(count, 'file')} that the sparse checkout leaves out. To check all files, run "git sparse-checkout disable".`,
  ];
}
