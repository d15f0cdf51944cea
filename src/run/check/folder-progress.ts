import type { ContractDocument } from '../../contract/document.ts';
import type { Contract, Gate } from '../../contract/model.ts';
import type { LatestRun } from '../../history/records/latest-runs.ts';
import { fingerprintChunk } from '../records/chunk-fingerprint.ts';
import { findPast, type RecordSources } from '../records/find-record.ts';
import { readLandedChunks } from '../records/landed-chunks.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { findById } from '../../foundation/index-by-id.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import type { ChunkCheck, ContractCheck } from './check-types.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { MergeBaseVerdicts, type OpenChunk } from './merge-base-verdicts.ts';

type ProgressServices = Pick<
  FolderServices,
  'analysis' | 'configuration' | 'contracts' | 'history' | 'openCheckServices' | 'repository' | 'tree'
>;

type Past = Pick<ChunkCheck, 'progress' | 'passedBefore'>;

const NOT_STARTED: Past = { progress: 'notStarted' };

const NO_HISTORY: RecordSources['history'] = {
  listLandings: () => Promise.resolve([]),
  listUndoneCommits: () => Promise.resolve(new Set()),
};

/** [EDIT-6] Tells work that has not begun from work that was done before and is broken now. */
export class FolderProgress {
  readonly #services: ProgressServices;
  readonly #trusted: () => boolean;
  readonly #mergeBase: MergeBaseVerdicts;
  /** One question at a time, so that at most one worktree of the merge base exists. */
  readonly #queue = new SerialQueue();
  /** The commits of HEAD when a chunk was satisfied, by spec id, chunk id and fingerprint; `undefined` without a commit. */
  readonly #seen = new Map<string, Set<string | undefined>>();
  /** The commit of HEAD when a chunk was satisfied last, by chunk id, so that its terms are read once for each commit. */
  readonly #latest = new WeakMap<Contract, Map<string, string | undefined>>();

  constructor(services: ProgressServices, trusted: () => boolean) {
    this.#services = services;
    this.#trusted = trusted;
    this.#mergeBase = new MergeBaseVerdicts(services);
  }

  /** The check with the progress of each chunk. Only chunks that are unsatisfied have a past that matters. */
  async add(check: ContractCheck, signal: AbortSignal): Promise<ContractCheck> {
    const { document } = check;
    const { contract } = document;
    if (contract === undefined) return check;
    const isOpen = check.chunks.some(({ verdict }) => verdict === 'unsatisfied');
    const pasts = isOpen
      ? await this.#queue.add(() => this.#readPasts(document, contract, check.chunks, signal))
      : new Map<string, Past>();
    const chunks = check.chunks.map((chunk): ChunkCheck =>
      chunk.verdict === 'unsatisfied'
        ? { ...chunk, ...(pasts.get(chunk.id) ?? NOT_STARTED) }
        : { ...chunk, progress: chunk.verdict, passedBefore: undefined },
    );
    return { ...check, chunks };
  }

  /**
   * Remembers the chunks that a check finds satisfied: work by hand or an accepted amendment leaves no other record. A check
   * during which another commit was checked out is about neither.
   */
  async remember(check: () => Promise<ContractCheck>, signal?: AbortSignal): Promise<ContractCheck> {
    // A repository that git cannot read fails no check.
    const readHead = (): Promise<{ readonly commit: string | undefined } | undefined> =>
      this.#readHead(signal).then(
        (commit) => ({ commit }),
        () => undefined,
      );
    const [before, found] = await Promise.all([readHead(), check()]);
    if (before === undefined || !found.chunks.some(({ verdict }) => verdict === 'satisfied')) return found;
    const after = await readHead();
    if (after !== undefined && after.commit === before.commit) await this.#rememberSatisfied(found, after.commit);
    return found;
  }

  async #rememberSatisfied({ document, chunks: checks }: ContractCheck, head: string | undefined): Promise<void> {
    const { contract } = document;
    if (contract === undefined) return;
    const latest = this.#latest.get(contract) ?? new Map<string, string | undefined>();
    this.#latest.set(contract, latest);
    const satisfied = contract.chunks.filter(
      ({ id }) => findById(checks, id)?.verdict === 'satisfied' && !(latest.has(id) && latest.get(id) === head),
    );
    if (satisfied.length === 0) return;
    const sharedGates = await this.#readSharedGates(document);
    for (const chunk of satisfied) {
      const fingerprint = await fingerprintChunk({ contract, sharedGates }, chunk, this.#services.tree);
      const key = keyOf(contract, { chunk, fingerprint });
      this.#seen.set(key, (this.#seen.get(key) ?? new Set()).add(head));
      latest.set(chunk.id, head);
    }
  }

  /** The chunks that this engine has seen satisfied, in a commit that HEAD contains or that it replaces, for
   * example after an amendment: not on another branch. */
  async #findSeen(contract: Contract, open: readonly OpenChunk[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    const known = open.filter((one) => this.#seen.has(keyOf(contract, one)));
    if (known.length === 0) return new Set();
    const { commits } = await this.#services.repository();
    const head = await this.#readHead(signal);
    const isContained = async (commit: string | undefined): Promise<boolean> =>
      commit === undefined || commit === head || (await commits?.findChange(commit, signal)) !== undefined;
    const seen = new Set<string>();
    for (const one of known) {
      for (const commit of this.#seen.get(keyOf(contract, one)) ?? []) {
        if (!(await isContained(commit))) continue;
        seen.add(one.chunk.id);
        break;
      }
    }
    return seen;
  }

  async #readHead(signal?: AbortSignal): Promise<string | undefined> {
    return (await this.#services.repository()).commits?.head(signal);
  }

  async #readPasts(
    document: ContractDocument,
    contract: Contract,
    checks: readonly ChunkCheck[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Past>> {
    signal.throwIfAborted();
    const { tree } = this.#services;
    const sharedGates = await this.#readSharedGates(document);
    const open: OpenChunk[] = [];
    for (const chunk of contract.chunks) {
      if (findById(checks, chunk.id)?.verdict !== 'unsatisfied') continue;
      open.push({ chunk, fingerprint: await fingerprintChunk({ contract, sharedGates }, chunk, tree) });
    }
    const { recorded, undone } = await this.#findRecorded(contract, open, signal);
    const others = open.filter(({ chunk }) => !recorded.has(chunk.id));
    const atMergeBase =
      this.#trusted() && others.length > 0
        ? await this.#mergeBase.findSatisfied({ document, contract, open: others, signal })
        : new Set<string>();
    // Who undoes a landing wants the work to be gone, although it was seen.
    const remaining = others.filter(({ chunk }) => !undone.has(chunk.id));
    const seen = await this.#findSeen(contract, remaining, signal);
    const runs =
      (await (await this.#services.history())?.readLatestRuns(contract.spec.id)) ?? new Map<string, LatestRun>();
    return new Map(
      open.map(({ chunk: { id } }): [string, Past] => {
        if (recorded.has(id)) return [id, { progress: 'regressed', passedBefore: 'record' }];
        if (atMergeBase.has(id)) return [id, { progress: 'regressed', passedBefore: 'merge-base' }];
        if (seen.has(id)) return [id, { progress: 'regressed', passedBefore: 'seen' }];
        const run = runs.get(id);
        // Another text of the contract may have required something else.
        const hasFailed = run?.status === 'fail' && run.contractHash === document.contentHash;
        return [id, hasFailed ? { progress: 'failedRun' } : NOT_STARTED];
      }),
    );
  }

  /** The chunks that have passed with their fingerprint, by trailers of a reachable commit or by the history, and those undone. */
  async #findRecorded(
    contract: Contract,
    open: readonly OpenChunk[],
    signal: AbortSignal,
  ): Promise<{ readonly recorded: ReadonlySet<string>; readonly undone: ReadonlySet<string> }> {
    const repository = await this.#services.repository();
    const history = await this.#services.history();
    const specId = contract.spec.id;
    const landed = await readLandedChunks({ repository, history, signal }, specId);
    const { undone: reverted = [] } = (await repository.commits?.readRecords(signal)) ?? {};
    const revertedChunks = new Set(reverted.flatMap(({ trailers }) => trailers.map(({ chunkId }) => chunkId)));
    const sources: RecordSources = {
      repository,
      history: history ?? NO_HISTORY,
      signal,
    };
    const [recorded, undone] = [new Set<string>(), new Set<string>()];
    for (const { chunk, fingerprint } of open) {
      if (!landed.has(chunk.id) && !revertedChunks.has(chunk.id)) continue;
      const past = await findPast(sources, { specId, chunkId: chunk.id, fingerprint });
      if (past !== undefined) (past === 'passed' ? recorded : undone).add(chunk.id);
    }
    return { recorded, undone };
  }

  /** Gate files with errors are problems of a run. */
  async #readSharedGates(document: ContractDocument): Promise<readonly Gate[]> {
    try {
      return await this.#services.contracts.readSharedGates(document);
    } catch (thrown) {
      if (thrown instanceof HoldfastError) return [];
      throw thrown;
    }
  }
}

function keyOf({ spec }: Contract, { chunk, fingerprint }: OpenChunk): string {
  return JSON.stringify([spec.id, chunk.id, fingerprint]);
}
