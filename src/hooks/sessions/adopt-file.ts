import type { FolderServices } from '../../run/services/folder-services.ts';
import { GitError } from '../../workspace/git/git.ts';
import { resolveBase } from './resolve-base.ts';
import { SessionStore } from './session-store.ts';

/**
 * Makes a file that a person wrote part of the start of every session of the folder. It is then no change of the agent, and
 * judges what the agent does from now on.
 *
 * @param file relative to the folder
 */
export async function adoptFile(
  { repository: open, tree }: Pick<FolderServices, 'repository' | 'tree'>,
  file: string,
  text: string,
): Promise<void> {
  const repository = await open();
  const store = new SessionStore(tree.root);
  for (const record of await store.list()) {
    if (record.folder !== repository.folder) continue;
    try {
      const base = await resolveBase(repository, record);
      const adopted = await repository.overlay(base, new Map([[file, Buffer.from(text)]]));
      await store.write({ ...record, base: adopted.commit, objects: repository.objectsDirectory, hasContracts: true });
    } catch (thrown) {
      // The snapshot of an old session is gone. It is judged from the merge base.
      if (!(thrown instanceof GitError)) throw thrown;
    }
  }
}
