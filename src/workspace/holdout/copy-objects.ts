/** Copies objects between two repositories of Holdfast, without refs and without links between their object stores. */
import path from 'node:path';
import type { Git } from '../git/git.ts';
import type { PrivateRepository } from '../store/private-repository.ts';

/** Fewer objects than this become separate files, so that many small copies do not leave many packs. */
const MIN_PACKED_OBJECTS = 500;

/** Objects are copied as they are stored: no search for similar ones, and little compression, since the copy is temporary. */
const FAST = ['-c', 'pack.compression=1', '-c', 'core.compression=1'];

interface Copy {
  readonly from: Git;
  readonly to: PrivateRepository;
  readonly objects: readonly string[];
  /** Whether every object becomes a separate file, which the cleanup can remove by its age. */
  readonly separately?: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Copies objects. They are complete when the call returns; git ignores a copy that was interrupted.
 *
 * @throws GitError if an object is missing
 */
export async function copyObjects({ from, to, objects, separately = false, signal }: Copy): Promise<void> {
  if (objects.length === 0) return;
  const call = {
    action: 'copy the files of the commit',
    input: objects.map((object) => `${object}\n`).join(''),
    signal,
  };
  const pack = [...FAST, 'pack-objects', '-q', '--window=0', '--delta-base-offset'];
  if (!separately && objects.length >= MIN_PACKED_OBJECTS) {
    await from.call([...pack, path.join(to.directory, 'objects', 'pack', 'pack')], call);
    return;
  }
  const { stdout } = await from.call([...pack, '--stdout'], call);
  await to.git().call([...FAST, 'unpack-objects', '-q'], { ...call, input: stdout });
}
