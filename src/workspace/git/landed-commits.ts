import type { Git } from './git.ts';
import { GitError, splitFields } from './git.ts';
import { readReverts, readTrailers } from './chunk-trailers.ts';
import type { ChunkTrailer } from './chunk-trailers.ts';

/** A commit with the trailers of chunks that passed. */
export interface LandedCommit {
  readonly commit: string;
  readonly trailers: readonly ChunkTrailer[];
}

/** What the commits that are reachable from HEAD record. */
export interface CommitRecords {
  /** The commits with trailers that no later commit reverts, newest first. */
  readonly landed: readonly LandedCommit[];
  /** The commits that a later commit reverts, with or without trailers. */
  readonly reverted: ReadonlySet<string>;
}

/** Reads the records in the messages of all commits that are reachable from a commit. */
export async function readCommitRecords(git: Git, head: string, signal?: AbortSignal): Promise<CommitRecords> {
  const reverted = new RevertedCommits(git, signal);
  const landed: LandedCommit[] = [];
  // A revert is a descendant of the reverted commit, so it is read first.
  for (const { commit, message } of await readMessages(git, head, signal)) {
    if (reverted.has(commit, message)) continue;
    await reverted.addAll(readReverts(message));
    const trailers = readTrailers(message);
    if (trailers.length > 0) landed.push({ commit, trailers });
  }
  return { landed, reverted: reverted.commits };
}

/** The messages of the commits that contain trailers or may be reverts, newest first. */
async function readMessages(
  git: Git,
  head: string,
  signal: AbortSignal | undefined,
): Promise<{ commit: string; message: string }[]> {
  const output = await git.call(
    [
      'log',
      '-z',
      '--topo-order',
      '--encoding=UTF-8',
      '--format=%H%n%B',
      '--extended-regexp',
      '--grep=Holdfast-Chunk:',
      '--grep=This reverts commit',
      '--grep=^Revert "',
      head,
      '--',
    ],
    { action: 'read the commits', signal },
  );
  return splitFields(output.stdout).map((field) => {
    const end = field.indexOf('\n');
    return { commit: field.slice(0, end), message: field.slice(end + 1) };
  });
}

/** The commits that commits read so far revert. */
class RevertedCommits {
  readonly commits = new Set<string>();
  readonly #git: Git;
  readonly #signal: AbortSignal | undefined;
  /** The subjects of reverted commits, for reverts that name no commit, with the number of reverts. */
  readonly #subjects = new Map<string, number>();

  constructor(git: Git, signal: AbortSignal | undefined) {
    this.#git = git;
    this.#signal = signal;
  }

  /** Whether a commit is reverted. A revert that names only a subject applies to the next older commit with that subject. */
  has(commit: string, message: string): boolean {
    if (this.commits.has(commit)) return true;
    const subject = message.split(/\r?\n/, 1)[0]?.trim() ?? '';
    const count = this.#subjects.get(subject) ?? 0;
    if (count === 0) return false;
    this.#subjects.set(subject, count - 1);
    this.commits.add(commit);
    return true;
  }

  async addAll(reverts: ReturnType<typeof readReverts>): Promise<void> {
    for (const { commit, since, subject } of reverts) {
      if (subject !== undefined) this.#subjects.set(subject, (this.#subjects.get(subject) ?? 0) + 1);
      if (commit === undefined) continue;
      const range = since === undefined ? ['--no-walk', commit] : [commit, `^${since}`];
      for (const found of await this.#list(range)) this.commits.add(found);
    }
  }

  /** The commits of a range; none if this repository does not have the commit. */
  async #list(range: readonly string[]): Promise<readonly string[]> {
    try {
      const output = await this.#git.text(['rev-list', ...range, '--'], {
        action: 'read the reverted commits',
        signal: this.#signal,
      });
      return output === '' ? [] : output.split('\n');
    } catch (thrown) {
      if (thrown instanceof GitError) return [];
      throw thrown;
    }
  }
}
