import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeTree } from '../../../src/workspace/files/remove-tree.ts';

/** A folder for one test. `await using` removes it. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  /** The absolute path of an entry in the folder. */
  at(...names: string[]): string;
}

export async function temporaryFolder(parent = tmpdir()): Promise<TemporaryFolder> {
  const folder = await realpath(await mkdtemp(path.join(parent, 'holdfast-workspace-')));
  return {
    path: folder,
    at: (...names) => path.join(folder, ...names),
    [Symbol.asyncDispose]: () => removeTree(folder),
  };
}
