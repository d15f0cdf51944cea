import { HoldfastError } from '../shared/errors.ts';
import { decodeText } from './disk-tree.ts';
import { Git } from './git.ts';
import { normalizeRelative } from './safe-path.ts';

/** A file as a commit has it. */
export interface CommittedText {
  /** Undefined where the commit has no such file. */
  readonly text: string | undefined;
}

/**
 * The text of a file in a revision of the repository that a folder lies in; undefined where `HEAD` is asked for and
 * there is no repository, or no commit yet. Throws `not-found` where there is no such revision.
 */
export async function committedText(
  folder: string,
  revision: string,
  file: string,
  signal?: AbortSignal,
): Promise<CommittedText | undefined> {
  const path = normalizeRelative(file);
  const noRevision = (): HoldfastError =>
    new HoldfastError('not-found', `Failed to read ${path} as it was: there is no revision "${revision}".`, {
      hint: 'Name a commit, a branch or a tag that git knows here.',
    });
  if (revision === '' || /^-|[\0\n:]/.test(revision)) throw noRevision();
  const git = new Git(folder);
  const what = `read ${path} as it was at ${revision}`;
  const found = await git.call(['cat-file', 'blob', `${revision}:./${path}`], { what, signal, answers: [128] });
  if (found.exitCode === 0) return { text: decodeText(path, found.stdout) };
  const commit = await git.call(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], {
    what,
    signal,
    answers: [1, 128],
  });
  if (commit.exitCode === 0) return { text: undefined };
  if (revision === 'HEAD') return undefined;
  throw noRevision();
}
