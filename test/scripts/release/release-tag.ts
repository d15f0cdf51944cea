import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/**
 * Tags a folder in a repository: its files become a commit without parents, so that a clone of the tag has nothing else. The
 * work tree, the index and the branches do not change.
 *
 * @param repository a folder of the repository
 * @returns the commit
 */
export async function tagFolder(repository: string, folder: string, tag: string): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), 'holdfast-tag-'));
  try {
    const gitDirectory = (await execa('git', ['rev-parse', '--absolute-git-dir'], { cwd: repository })).stdout;
    const env = { GIT_DIR: gitDirectory, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(temporary, 'index') };
    const git = async (...args: string[]): Promise<string> => (await execa('git', args, { cwd: folder, env })).stdout;
    // The global ignores of the user are not those of the release.
    await git('-c', 'core.excludesFile=', '-c', 'core.autocrlf=false', 'add', '--force', '--all', '.');
    const commit = await git('commit-tree', await git('write-tree'), '-m', `The action of ${tag}`);
    await git('tag', '--annotate', '--message', `The built action`, tag, commit);
    return commit;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
