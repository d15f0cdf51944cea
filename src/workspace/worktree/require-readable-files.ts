import { access, constants, lstat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../foundation/errors.ts';
import { isNotFoundError } from '../../foundation/system-error.ts';
import type { GitError } from '../git/git.ts';
import { UnreadableFilesError } from '../git/unreadable-files-error.ts';

/**
 * Finds out whether git failed because a file cannot be read. Git itself says so only as text.
 *
 * @param files relative to the top level
 * @throws UnreadableFilesError for the first such file
 */
export async function requireReadableFiles(topLevel: string, files: readonly string[], cause: GitError): Promise<void> {
  for (const file of files) {
    const reason = await findReason(path.join(topLevel, file));
    if (reason === undefined) continue;
    throw new UnreadableFilesError('git', `Failed to read ${file}: ${reason}`, {
      hint: 'Remove it, or replace it with a file that can be read.',
      cause,
    });
  }
}

async function findReason(absolute: string): Promise<string | undefined> {
  try {
    const stats = await lstat(absolute);
    if (stats.isDirectory() || stats.isSymbolicLink()) return undefined;
    if (!stats.isFile()) return 'it is neither a file nor a folder';
    await access(absolute, constants.R_OK);
    return undefined;
  } catch (thrown) {
    return isNotFoundError(thrown) ? undefined : messageOf(thrown);
  }
}
