import type { Git } from './git.ts';
import { GitError, splitFields } from './git.ts';
import { readReverts, readTrailers, readUndone } from './chunk-trailers.ts';
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
  /** The commits with trailers that a later commit reverts or undoes in part or as a whole, newest first. */
  readonly undone: readonly LandedCommit[];
}

/** Reads the records in the messages of all commits that are reachable from a commit. */
export async function readCommitRecords(git: Git, head: string, signal?: AbortSignal): Promise<CommitRecords> {
  const reverted = new RevertedCommits(git, signal);
  const undoneChunks = new UndoneChunks();
  const landed: LandedCommit[] = [];
  const undone: LandedCommit[] = [];
  // A revert is a descendant of the reverted commit, so it is read first.
  for (const { commit, message } of await readMessages(git, head, signal)) {
    const trailers = readTrailers(message);
    // An undo names the chunks as well as the commit, and both belong to the same landing.
    const [left, gone] = undoneChunks.split(trailers);
    if (reverted.has(commit, message)) {
      if (trailers.length > 0) undone.push({ commit, trailers });
      continue;
    }
    if (gone.length > 0) undone.push({ commit, trailers: gone });
    await reverted.addAll(readReverts(message));
    // A squash that contains an undo can contain its landing too.
    const [remaining, within] = undoneChunks.add(readUndone(message)).split(left);
    if (within.length > 0) undone.push({ commit, trailers: within });
    if (remaining.length > 0) landed.push({ commit, trailers: remaining });
  }
  return { landed, reverted: reverted.commits, undone };
}

/** The chunks that commits read so far undo, by their trailers. Each undo applies to the next older landing. */
class UndoneChunks {
  readonly #counts = new Map<string, number>();

  add(undone: readonly ChunkTrailer[]): this {
    for (const trailer of undone) this.#counts.set(toKey(trailer), (this.#counts.get(toKey(trailer)) ?? 0) + 1);
    return this;
  }

  /** Separates the landings that count from those that are undone. */
  split(trailers: readonly ChunkTrailer[]): readonly [readonly ChunkTrailer[], readonly ChunkTrailer[]] {
    if (this.#counts.size === 0) return [trailers, []];
    const left: ChunkTrailer[] = [];
    const gone: ChunkTrailer[] = [];
    for (const trailer of trailers) {
      const count = this.#counts.get(toKey(trailer)) ?? 0;
      if (count > 0) this.#counts.set(toKey(trailer), count - 1);
      (count > 0 ? gone : left).push(trailer);
    }
    return [left, gone];
  }
}

function toKey({ specId, chunkId, fingerprint }: ChunkTrailer): string {
  return `${specId}/${chunkId} ${fingerprint}`;
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
      '--grep=Holdfast-Undone:',
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
