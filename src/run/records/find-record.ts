import type { History } from '../../history/history.ts';
import type { LandedFile, StoredChunkRecord } from '../../history/records/chunk-records.ts';
import type { CommitRecords } from '../../workspace/git/landed-commits.ts';
import type { Repository } from '../../workspace/repository.ts';

/** What a record belongs to. */
export interface RecordKey {
  readonly specId: string;
  readonly chunkId: string;
  readonly fingerprint: string;
}

/** A record that a chunk passed: a commit with its trailers, or a landing in the history. */
export type ChunkRecord =
  | { readonly kind: 'commit'; readonly commit: string; readonly runId?: string | undefined }
  | { readonly kind: 'history'; readonly runId?: string | undefined };

export interface RecordSources {
  readonly repository: Pick<Repository, 'commits' | 'prefix' | 'hashFiles'>;
  readonly history: Pick<History, 'listLandings' | 'listUndoneCommits'>;
  readonly signal?: AbortSignal | undefined;
}

/** Finds a record that a chunk passed with a fingerprint and that was not undone since (DONE-2). */
export async function findRecord(sources: RecordSources, key: RecordKey): Promise<ChunkRecord | undefined> {
  const { commits, prefix } = sources.repository;
  const records = await commits?.readRecords(sources.signal);
  const commit = await findCommit(sources, records, key);
  if (commit === undefined) return findLanding(sources, records, key);
  const landings = await sources.history.listLandings({ prefix, chunk: key });
  return { kind: 'commit', commit, runId: landings.at(-1)?.runId };
}

/**
 * [EDIT-6] Whether a chunk has passed with a fingerprint, or its work was undone since; `undefined` without a record. Unlike a
 * record, this does not end when an edit breaks the landed files: such an edit is a regression.
 */
export async function findPast(sources: RecordSources, key: RecordKey): Promise<'passed' | 'undone' | undefined> {
  const { commits, prefix } = sources.repository;
  const records = await commits?.readRecords(sources.signal);
  if ((await findCommit(sources, records, key)) !== undefined) return 'passed';
  const landings = await sources.history.listLandings({ prefix, chunk: key });
  for (const record of landings) {
    const later = await sources.history.listLandings({ prefix, after: record.id });
    if (!(await new Landing(sources, records, record, later).isUndone())) return 'passed';
  }
  const committed = [...(records?.landed ?? []), ...(records?.undone ?? [])];
  const isRecorded = landings.length > 0 || committed.some(({ trailers }) => trailers.some(isOf(key)));
  return isRecorded ? 'undone' : undefined;
}

function isOf({ specId, chunkId, fingerprint }: RecordKey): (trailer: RecordKey) => boolean {
  return (trailer) => trailer.specId === specId && trailer.chunkId === chunkId && trailer.fingerprint === fingerprint;
}

async function findCommit(
  { history, repository, signal }: RecordSources,
  records: CommitRecords | undefined,
  key: RecordKey,
): Promise<string | undefined> {
  const { commits } = repository;
  const landed = records?.landed ?? [];
  if (commits === undefined || landed.length === 0) return undefined;
  const undone = await history.listUndoneCommits(repository.prefix);
  for (const { commit, trailers } of landed) {
    if (!trailers.some(isOf(key)) || undone.has(commit)) continue;
    if (await commits.isInEffect(commit, signal)) return commit;
  }
  return undefined;
}

async function findLanding(
  sources: RecordSources,
  records: CommitRecords | undefined,
  key: RecordKey,
): Promise<ChunkRecord | undefined> {
  const { history, repository } = sources;
  const { prefix } = repository;
  const landings = await history.listLandings({ prefix, chunk: key });
  for (const record of [...landings].reverse()) {
    const later = await history.listLandings({ prefix, after: record.id });
    if (await new Landing(sources, records, record, later).isInEffect())
      return { kind: 'history', runId: record.runId };
  }
  return undefined;
}

/** A landing that the history records, compared with the user's tree. */
class Landing {
  readonly #sources: RecordSources;
  readonly #records: CommitRecords | undefined;
  readonly #record: StoredChunkRecord;
  readonly #later: readonly StoredChunkRecord[];
  #current: Promise<(file: LandedFile) => string | null> | undefined;

  /**
   * @param records those of the commits
   * @param later the landings after it, oldest first
   */
  constructor(
    sources: RecordSources,
    records: CommitRecords | undefined,
    record: StoredChunkRecord,
    later: readonly StoredChunkRecord[],
  ) {
    this.#sources = sources;
    this.#records = records;
    this.#record = record;
    this.#later = later;
  }

  /** Whether every file has the landed content, or was changed by a later landing or commit on top of it. */
  async isInEffect(): Promise<boolean> {
    if (await this.isUndone()) return false;
    for (const file of await this.#otherFiles()) if (!(await this.#isChangedByCommit(file))) return false;
    return true;
  }

  /** Whether a commit reverts it, all its files are back at their earlier content, or its commit is not reachable. */
  async isUndone(): Promise<boolean> {
    const { files, commit } = this.#record;
    if (commit !== undefined && this.#records?.reverted.has(commit) === true) return true;
    if (files.length === 0) return !(await this.#isRevisionReachable());
    const current = await this.#readCurrent();
    const others = await this.#otherFiles();
    const changed = files.filter(({ before, after }) => before !== after);
    return changed.length > 0 && changed.every((file) => others.includes(file) && current(file) === file.before);
  }

  /** The files that neither have the landed content nor one that later landings on top of it lead to. */
  async #otherFiles(): Promise<readonly LandedFile[]> {
    const current = await this.#readCurrent();
    return this.#record.files.filter((file) => !this.#isReached(file.path, file.after, current(file), this.#record.id));
  }

  #readCurrent(): Promise<(file: LandedFile) => string | null> {
    const { repository } = this.#sources;
    return (this.#current ??= repository.hashFiles(this.#record.files.map(({ path }) => path)).then(
      (hashes) =>
        ({ path }) =>
          hashes.get(path) ?? null,
    ));
  }

  async #isChangedByCommit({ path }: LandedFile): Promise<boolean> {
    const { repository, signal } = this.#sources;
    const since = this.#record.commit ?? this.#record.revision;
    return (await repository.commits?.isChangedSince(path, since, signal)) ?? false;
  }

  /** Whether later landings on top of a content lead to the current one. */
  #isReached(path: string, from: string | null, current: string | null, after: number): boolean {
    if (from === current) return true;
    return this.#later.some(({ id, files }) => {
      if (id <= after) return false;
      const changed = files.find((file) => file.path === path && file.before === from && file.after !== from);
      return changed !== undefined && this.#isReached(path, changed.after, current, id);
    });
  }

  /** A landing without files belongs to the commit that it was made on. */
  async #isRevisionReachable(): Promise<boolean> {
    const { repository, signal } = this.#sources;
    const { revision } = this.#record;
    if (revision === undefined || repository.commits === undefined) return true;
    return repository.commits.isReachable(revision, signal);
  }
}
