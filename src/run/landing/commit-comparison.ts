import { readChangesBetween } from './changed-files.ts';
import type { ChangedFile } from '../report/decisions.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Repository } from '../../workspace/repository.ts';

/**
 * The files that differ between two commits, before and after.
 *
 * @throws HoldfastError `not-found` if the commits cannot be compared, usually because one exists only on a server
 */
export async function compareCommits(
  repository: Pick<Repository, 'listChanges' | 'readFile'>,
  base: string,
  result: string,
): Promise<readonly ChangedFile[]> {
  try {
    return await readChangesBetween(repository, base, result);
  } catch (cause) {
    if (!(cause instanceof HoldfastError) || cause.code !== 'git') throw cause;
    const message = `Failed to compare the commits ${base.slice(0, 10)} and ${result.slice(0, 10)}`;
    throw new HoldfastError('not-found', `${message}: one of them is not in this repository.`, {
      hint: 'Run "git fetch", and try again.',
      cause,
    });
  }
}
