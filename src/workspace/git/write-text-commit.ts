import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from './git.ts';

export interface TextCommit {
  readonly parent: string;
  /** New texts by path, relative to the top level of the repository. Other files are those of the parent. */
  readonly files: Readonly<Record<string, string>>;
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

const [NAME, EMAIL] = ['Holdfast', 'holdfast@localhost'];

/**
 * Creates a commit with some files on top of another one, and returns its id. It uses a separate index, so the checkout,
 * the index and the branches of the user do not change. The author is always the same and the date is that of the parent,
 * so the same content gives the same commit.
 */
export async function writeTextCommit(git: Git, { parent, files, message, signal }: TextCommit): Promise<string> {
  const action = 'create the commit';
  // Not in the temporary folder of the system, which others can write.
  const gitDirectory = await git.text(['rev-parse', '--absolute-git-dir'], { action, signal });
  const folder = await mkdtemp(path.join(gitDirectory, 'holdfast-index-'));
  try {
    const own = git.with({ GIT_INDEX_FILE: path.join(folder, 'index') });
    await own.call(['read-tree', parent], { action, signal });
    const lines: string[] = [];
    for (const [file, text] of Object.entries(files)) {
      const object = await own.text(['hash-object', '-w', '--stdin'], { action, input: text, signal });
      lines.push(`100644 ${object}\t${file}\0`);
    }
    await own.call(['update-index', '-z', '--index-info'], { action, input: lines.join(''), signal });
    const tree = await own.text(['write-tree'], { action, signal });
    const date = await own.text(['show', '-s', '--format=%cI', parent], { action, signal });
    const env = {
      GIT_AUTHOR_NAME: NAME,
      GIT_AUTHOR_EMAIL: EMAIL,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: NAME,
      GIT_COMMITTER_EMAIL: EMAIL,
      GIT_COMMITTER_DATE: date,
    };
    const input = `${message.trimEnd()}\n`;
    return await own.text(['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, '-p', parent, '-F', '-'], {
      action,
      input,
      env,
      signal,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
