import { HoldfastError } from '../../foundation/errors.ts';
import { Git } from '../git/git.ts';
import { decodeText } from './disk-tree.ts';
import { normalizeRelative } from './safe-path.ts';

/** A file in a commit. */
export interface CommittedText {
  /** `undefined` if the commit does not contain the file. */
  readonly text: string | undefined;
}

/**
 * Reads the text of a file in a revision of the repository that contains a folder. Returns `undefined` for `HEAD` if
 * there is no repository or no commit yet.
 *
 * @throws HoldfastError `not-found` if the revision does not exist
 */
export async function readCommittedText(
  folder: string,
  revision: string,
  file: string,
  signal?: AbortSignal,
): Promise<CommittedText | undefined> {
  const path = normalizeRelative(file);
  const createNotFoundError = (): HoldfastError =>
    new HoldfastError('not-found', `Failed to read ${path}: revision not found: ${revision}`, {
      hint: 'Use a commit, a branch or a tag of this repository.',
    });
  if (revision === '' || /^-|[\0\n:]/.test(revision)) throw createNotFoundError();
  const git = new Git(folder);
  const action = `read ${path} at ${revision}`;
  const blob = await git.call(['cat-file', 'blob', `${revision}:./${path}`], {
    action,
    signal,
    acceptedExitCodes: [128],
  });
  if (blob.exitCode === 0) return { text: decodeText(path, blob.stdout) };
  const commit = await git.call(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], {
    action,
    signal,
    acceptedExitCodes: [1, 128],
  });
  if (commit.exitCode === 0) return { text: undefined };
  if (revision === 'HEAD') return undefined;
  throw createNotFoundError();
}
