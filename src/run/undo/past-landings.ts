import type { ContractDocument } from '../../contract/document.ts';
import type { History } from '../../history/history.ts';
import type { StoredLanding } from '../../history/records/landings.ts';
import type { RunSummary } from '../../history/records/run-summaries.ts';
import type { CommitDescription } from '../../workspace/commit-history.ts';
import type { ChunkTrailer } from '../../workspace/git/chunk-trailers.ts';
import type { CommitRecords, LandedCommit } from '../../workspace/git/landed-commits.ts';
import type { Repository } from '../../workspace/repository.ts';

/**
 * `landed`: part of the files. `undone`: undone, or reverted with git. `elsewhere`: on another branch, or in the files of
 * another work tree.
 */
export type LandingState = 'landed' | 'undone' | 'elsewhere';

/** What landed at once: one chunk, or several that were reviewed together. */
export interface PastLanding {
  /** Of a landing that only a commit records, the first 12 digits of the commit. */
  readonly id: string;
  /** Such as `chunk: Say hello`. */
  readonly title: string;
  /** The contract file; absent if no contract of the folder has the id of the specification. */
  readonly contract?: string | undefined;
  readonly chunks: readonly {
    readonly specId: string;
    readonly id: string;
    readonly title: string;
    readonly runId?: string | undefined;
  }[];
  /** The name of the person; absent if git does not know it. */
  readonly author?: string | undefined;
  /** ISO 8601. */
  readonly landedAt: string;
  /** The branch that was checked out; absent if it is not known. */
  readonly branch?: string | undefined;
  /** The commit, as it is reachable now; absent if the landing made none. */
  readonly commit?: string | undefined;
  /** Relative to the folder. */
  readonly files: readonly string[];
  readonly state: LandingState;
  /** ISO 8601 in UTC; absent if it was not undone with Holdfast. */
  readonly undoneAt?: string | undefined;
  readonly undoneCommit?: string | undefined;
  /** The attempts of its runs; absent if no run of this history is known. */
  readonly attempts?: number | undefined;
  /** In US dollars. `null` if the cost of a call is unknown; absent if no run of this history is known. */
  readonly costUsd?: number | null | undefined;
  /** `provider:model` of its runs, each once. */
  readonly models: readonly string[];
}

/** A landing with what an undo needs. */
export interface FoundLanding {
  readonly landing: PastLanding;
  readonly stored: StoredLanding | undefined;
  /** What its chunks are recorded with. */
  readonly trailers: readonly ChunkTrailer[];
  /** The commit as it was made, which still has the files if a rebase replaced it. */
  readonly originalCommit: string | undefined;
  /** Whether the commit contains exactly this landing, so that it can be reverted as a whole. */
  readonly isWholeCommit: boolean;
}

export interface LandingSources {
  readonly repository: Repository;
  /** Undefined if there is none yet: then only commits record landings. */
  readonly history: History | undefined;
  /** The contracts of the folder. */
  readonly contracts: readonly ContractDocument[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lists what landed in the folder, newest first: the landings in the history, and those that only commits record, because
 * they were made in another clone.
 *
 * @param limit the maximum number of landings
 */
export async function listPastLandings(sources: LandingSources, limit: number): Promise<readonly FoundLanding[]> {
  const { repository, history, signal } = sources;
  const stored = (await history?.listPastLandings({ prefix: repository.prefix })) ?? [];
  const records = await repository.commits?.readRecords(signal);
  const claimed = new Set(stored.flatMap(({ commit }) => commit ?? []));
  const matched: FoundLanding[] = [];
  for (const landing of stored) {
    const found = matchLanding(landing, repository, records, claimed);
    matched.push(found.landing.state === 'elsewhere' ? await findByChange(found, sources, records) : found);
  }
  const others = listUnclaimed(records, claimed);
  const described = await repository.commits?.describeAll(
    others.map(({ commit }) => commit),
    signal,
  );
  const fromCommits = others.flatMap((record) => {
    const description = described?.get(record.commit);
    if (description === undefined || description.files.length === 0) return [];
    return [describeCommit(record, description, sources.contracts)];
  });
  const found = [...matched, ...fromCommits]
    .sort((one, other) => Date.parse(other.landing.landedAt) - Date.parse(one.landing.landedAt))
    .slice(0, limit);
  const runIds = found.flatMap(({ landing }) => landing.chunks.flatMap(({ runId }) => runId ?? []));
  const summaries = (await history?.readSummaries([...new Set(runIds)])) ?? new Map<string, RunSummary>();
  return found.map((one) => ({ ...one, landing: withRuns(one.landing, summaries) }));
}

function matchLanding(
  stored: StoredLanding,
  repository: Pick<Repository, 'folder'>,
  records: CommitRecords | undefined,
  claimed: Set<string>,
): FoundLanding {
  const trailers = stored.chunks.flatMap(({ specId, id, fingerprint }) =>
    fingerprint === undefined ? [] : [{ specId, chunkId: id, fingerprint }],
  );
  const { landed = [], undone = [] } = records ?? {};
  const isSameCommit = (record: LandedCommit): boolean => record.commit === stored.commit;
  const isKnown = landed.some(isSameCommit) || undone.some(isSameCommit);
  // A rebase or a squash replaces the commit.
  const isReplacement = (record: LandedCommit): boolean =>
    stored.commit !== undefined &&
    trailers.length > 0 &&
    !claimed.has(record.commit) &&
    trailers.every((trailer) => record.trailers.some((one) => isSame(one, trailer)));
  const isCommit = isKnown ? isSameCommit : isReplacement;
  const present = landed.find(isCommit);
  const gone = present === undefined ? undone.find(isCommit) : undefined;
  const found = present ?? gone;
  if (found !== undefined) claimed.add(found.commit);
  const { id, commit } = stored;
  const landing: PastLanding = {
    id,
    title: stored.title,
    contract: stored.contract,
    chunks: stored.chunks.map(({ specId, id: chunk, title, runId }) => ({ specId, id: chunk, title, runId })),
    author: stored.author,
    landedAt: stored.createdAt,
    branch: stored.branch,
    commit: found?.commit ?? commit,
    files: stored.files,
    undoneAt: stored.undoneAt,
    undoneCommit: stored.undoneCommit,
    state: stateOf(stored, stored.folder === repository.folder, {
      isPresent: present !== undefined,
      isGone: gone !== undefined,
    }),
    models: [],
  };
  return {
    landing,
    stored,
    trailers,
    originalCommit: commit,
    isWholeCommit: present !== undefined && present.trailers.length === trailers.length,
  };
}

/**
 * Finds a landing by its change if no message names it: a hook or an amendment can drop the trailers, and a squash can have a
 * message of its own.
 */
async function findByChange(
  found: FoundLanding,
  { repository, signal }: LandingSources,
  records: CommitRecords | undefined,
): Promise<FoundLanding> {
  const { originalCommit } = found;
  if (originalCommit === undefined) return found;
  const { commit, isWhole } = (await repository.commits?.findChange(originalCommit, signal)) ?? {};
  if (commit === undefined) return found;
  const state = records?.reverted.has(commit) === true ? 'undone' : 'landed';
  return { ...found, landing: { ...found.landing, commit, state }, isWholeCommit: isWhole === true };
}

function stateOf(
  { commit, undoneAt, undoneCommit }: StoredLanding,
  isOfFolder: boolean,
  { isPresent, isGone }: { readonly isPresent: boolean; readonly isGone: boolean },
): LandingState {
  if (commit === undefined) return undoneAt !== undefined ? 'undone' : isOfFolder ? 'landed' : 'elsewhere';
  // The commits decide, except for an undo that made none.
  if (isPresent) return undoneAt !== undefined && undoneCommit === undefined ? 'undone' : 'landed';
  return isGone || undoneAt !== undefined ? 'undone' : 'elsewhere';
}

function isSame(one: ChunkTrailer, other: ChunkTrailer): boolean {
  return one.specId === other.specId && one.chunkId === other.chunkId && one.fingerprint === other.fingerprint;
}

/** The commits with trailers that no landing in the history belongs to. */
function listUnclaimed(
  records: CommitRecords | undefined,
  claimed: ReadonlySet<string>,
): readonly (LandedCommit & { readonly state: LandingState })[] {
  const { landed = [], undone = [] } = records ?? {};
  const landedCommits = new Set(landed.map(({ commit }) => commit));
  return [
    ...landed.map((record) => ({ ...record, state: 'landed' as const })),
    ...undone
      .filter(({ commit }) => !landedCommits.has(commit))
      .map((record) => ({ ...record, state: 'undone' as const })),
  ].filter(({ commit }) => !claimed.has(commit));
}

function describeCommit(
  { commit, trailers, state }: LandedCommit & { readonly state: LandingState },
  { author, at, subject, files }: CommitDescription,
  contracts: readonly ContractDocument[],
): FoundLanding {
  const document = contracts.find(({ contract }) => contract?.spec.id === trailers[0]?.specId);
  const titleOf = (id: string): string => document?.contract?.chunks.find((chunk) => chunk.id === id)?.title ?? id;
  const landing: PastLanding = {
    id: commit.slice(0, 12),
    title: subject,
    contract: document?.file,
    chunks: trailers.map(({ specId, chunkId }) => ({ specId, id: chunkId, title: titleOf(chunkId) })),
    author,
    landedAt: at,
    commit,
    files,
    state,
    models: [],
  };
  return { landing, stored: undefined, trailers, originalCommit: commit, isWholeCommit: true };
}

function withRuns(landing: PastLanding, summaries: ReadonlyMap<string, RunSummary>): PastLanding {
  const runs = landing.chunks.flatMap(({ runId }) => (runId === undefined ? [] : (summaries.get(runId) ?? [])));
  if (runs.length === 0) return landing;
  return {
    ...landing,
    attempts: runs.reduce((sum, { attempts }) => sum + attempts, 0),
    costUsd: runs.reduce<number | null>(
      (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
      0,
    ),
    models: [...new Set(runs.flatMap(({ model }) => (model === '' ? [] : [model])))],
  };
}
