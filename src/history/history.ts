import type { ChunkContext } from './chunk-context.ts';
import type { Connection, Surroundings } from './connection.ts';
import * as amendments from './records/amendments.ts';
import { writeAttempt } from './records/attempts.ts';
import { writeCall, type CallRecord } from './records/calls.ts';
import { readChunks, writeChunk, type ChunkName, type ChunkState, type ChunkStatus } from './records/chunks.ts';
import type { ReviewStatus } from './records/chunks.ts';
import { readContexts, writeContext, type StoredContext } from './records/contexts.ts';
import * as gateReviews from './records/gate-reviews.ts';
import { readCompilations, writeCompilation, type StoredCompilation } from './records/plan-compilations.ts';
import {
  readReviews,
  releaseReview,
  removeReview,
  settleReview,
  takeUpReview,
  writeReview,
  type StoredReview,
} from './records/reviews.ts';
import { readSummaries, type RunSummary } from './records/run-summaries.ts';
import { endRun, findDeadRuns, insertRun, interruptRun, readRun, requireRun } from './records/runs.ts';
import type { RunStart } from './records/runs.ts';
import { readVerdict, writeVerdict, type StoredVerdict } from './records/verdicts.ts';
import type { StoredAttempt, StoredRun } from './stored-run.ts';

/**
 * What happened in a repository: runs, attempts, contexts, reviews. Every method that writes is one transaction.
 * What the history says never outweighs the tree: verdicts are computed from the files.
 * @throws HoldfastError `storage` from every method, with a hint; `not-found` where a run is named that does not exist.
 */
export class History implements AsyncDisposable {
  readonly path: string;
  readonly #connection: Connection;
  readonly #around: Surroundings;

  constructor(connection: Connection, around: Surroundings) {
    this.path = connection.path;
    this.#connection = connection;
    this.#around = around;
  }

  startRun(start: RunStart): Promise<void> {
    return this.#connection.write((queries) => insertRun(queries, this.#around, start));
  }

  /** Records the outcome; a run that could not be carried out ends as `error`. A chunk that is still `running` gets the status back that it had before the run. */
  finishRun(runId: string, result: StoredRun): Promise<void> {
    return this.#connection.write((queries) => endRun(queries, this.#around, runId, result));
  }

  /** Marks runs whose process is gone as interrupted, and answers which they were, in words. */
  interruptDeadRuns(): Promise<readonly string[]> {
    return this.#connection.write(async (queries) => {
      const dead = await findDeadRuns(queries);
      const interrupted = [];
      const waiting = [];
      for (const run of dead) {
        if (await gateReviews.giveBackGateReview(queries, this.#around, run.run_id)) {
          waiting.push(run);
          continue;
        }
        interrupted.push(run);
        await interruptRun(queries, this.#around, run.run_id);
      }
      return [
        ...interrupted.map((run) => `The run of chunk "${run.title}" was interrupted: the process that ran it ended.`),
        ...waiting.map(
          (run) => `Chunk "${run.title}" waits for a choice again: the process that went on with it ended.`,
        ),
      ];
    });
  }

  recordAttempt(runId: string, attempt: StoredAttempt): Promise<void> {
    return this.#connection.write(async (queries) =>
      writeAttempt(queries, this.#around, await requireRun(queries, runId), attempt),
    );
  }

  recordCall(record: CallRecord): Promise<void> {
    return this.#connection.write((queries) => writeCall(queries, this.#around, record));
  }

  recordCompilation(compilation: StoredCompilation): Promise<void> {
    return this.#connection.write((queries) => writeCompilation(queries, this.#around, compilation));
  }

  /** Plans that were made from specifications, the newest first. */
  compilations(limit = 20): Promise<readonly (StoredCompilation & { readonly createdAt: string })[]> {
    return this.#connection.read((queries) => readCompilations(queries, this.#around, limit));
  }

  recordContext(runId: string, specId: string, chunkId: string, context: ChunkContext): Promise<void> {
    return this.#connection.write((queries) =>
      writeContext(queries, this.#around, { runId, specId, chunkId, context }),
    );
  }

  /** What the chunks of a specification have made available, in the order in which it was recorded. */
  contextsOf(specId: string): Promise<readonly StoredContext[]> {
    return this.#connection.read((queries) => readContexts(queries, this.#around, specId));
  }

  /** The state of every chunk of a specification that was ever run, by its id. */
  chunkStates(specId: string): Promise<ReadonlyMap<string, ChunkState>> {
    return this.#connection.read((queries) => readChunks(queries, specId));
  }

  async chunkState(specId: string, chunkId: string): Promise<ChunkState | undefined> {
    return (await this.chunkStates(specId)).get(chunkId);
  }

  /** A chunk that is completed and whose result has landed needs no amendment any more: those that wait are superseded. */
  setChunkStatus(
    specId: string,
    chunk: ChunkName,
    status: ChunkStatus,
    review?: ReviewStatus,
    runId?: string,
  ): Promise<void> {
    return this.#connection.write(async (queries) => {
      await writeChunk(queries, this.#around, { specId, chunk, status, review, runId });
      if (status !== 'completed' || review !== 'pass') return;
      await amendments.supersedeAmendments(queries, this.#around, { specId, chunkId: chunk.id });
    });
  }

  /**
   * Records a result that waits for a person; its chunks are completed, their review pending.
   * @param options.replaces the run whose review this one holds as well
   * @param options.isUnderWay a run of this process still adds to it: it waits for nobody before it is released, or the
   * process has ended
   */
  savePendingReview(
    review: Omit<StoredReview, 'createdAt'>,
    { replaces, isUnderWay = false }: { readonly replaces?: string | undefined; readonly isUnderWay?: boolean } = {},
  ): Promise<void> {
    return this.#connection.write(async (queries) => {
      if (replaces !== undefined) await removeReview(queries, replaces);
      await writeReview(queries, this.#around, review, isUnderWay);
    });
  }

  /** Takes a review up that waits, to add to it; false where it is settled, or another run adds to it. */
  takeUpReview(runId: string): Promise<boolean> {
    return this.#connection.write((queries) => takeUpReview(queries, this.#around, runId));
  }

  /** Nothing is added to a review any more: it waits for a person. */
  releaseReview(runId: string): Promise<void> {
    return this.#connection.write((queries) => releaseReview(queries, runId));
  }

  /** Results of this folder that wait for a person, the oldest first. */
  pendingReviews(): Promise<readonly StoredReview[]> {
    return this.#connection.read((queries) => readReviews(queries, this.#around));
  }

  /**
   * Settles a review and the review status of its chunks; false where it was settled before. Amendments that wait for
   * chunks whose result was accepted are superseded.
   */
  resolveReview(runId: string, resolution: 'accepted' | 'discarded'): Promise<boolean> {
    return this.#connection.write(async (queries) => {
      const settled = await settleReview(queries, this.#around, runId, resolution);
      if (settled === undefined) return false;
      const { specId, chunks } = settled;
      for (const { id } of resolution === 'accepted' ? chunks : []) {
        await amendments.supersedeAmendments(queries, this.#around, { specId, chunkId: id });
      }
      return true;
    });
  }

  /** The latest runs first. */
  listRuns(limit = 50): Promise<readonly RunSummary[]> {
    return this.#connection.read((queries) => readSummaries(queries, limit));
  }

  /** A run as it was reported; undefined where there is none of that id. */
  storedRun(runId: string): Promise<StoredRun | undefined> {
    return this.#connection.read((queries) => readRun(queries, runId));
  }

  saveGateReview(review: Omit<gateReviews.StoredGateReview, 'createdAt' | 'updatedAt'>): Promise<void> {
    return this.#connection.write((queries) => gateReviews.writeGateReview(queries, this.#around, review));
  }

  gateReviews(
    filter: Parameters<typeof gateReviews.readGateReviews>[2] = {},
  ): Promise<readonly gateReviews.StoredGateReview[]> {
    return this.#connection.read((queries) => gateReviews.readGateReviews(queries, this.#around, filter));
  }

  /** Takes a review up that waits for a choice; false where it does not (any more). */
  takeUpGateReview(id: string): Promise<boolean> {
    return this.#connection.write((queries) => gateReviews.takeUpGateReview(queries, this.#around, id));
  }

  /** Lets a run wait for a choice again that was not carried out. */
  giveBackGateReview(runId: string): Promise<boolean> {
    return this.#connection.write((queries) => gateReviews.giveBackGateReview(queries, this.#around, runId));
  }

  proposeAmendment(amendment: amendments.NewAmendment): Promise<void> {
    return this.#connection.write((queries) => amendments.insertAmendment(queries, this.#around, amendment));
  }

  amendments(
    filter: Parameters<typeof amendments.readAmendments>[2] = {},
  ): Promise<readonly amendments.StoredAmendment[]> {
    return this.#connection.read((queries) => amendments.readAmendments(queries, this.#around, filter));
  }

  /** Replaces what is stored of a pending amendment; false where it is not pending (any more). */
  rewriteAmendment(id: string, proposal: unknown): Promise<boolean> {
    return this.#connection.write((queries) => amendments.rewriteAmendment(queries, this.#around, id, proposal));
  }

  /**
   * Resolves a pending amendment; false where it is not pending (any more).
   * @param superseded ids of other pending ones that it makes obsolete
   */
  resolveAmendment(
    id: string,
    status: Exclude<amendments.AmendmentStatus, 'pending'>,
    superseded: readonly string[] = [],
  ): Promise<boolean> {
    return this.#connection.write((queries) =>
      amendments.settleAmendment(queries, this.#around, id, { status, superseded }),
    );
  }

  /** A model's verdict on what a hash stands for; undefined where it was not asked yet. */
  verdict(key: string): Promise<StoredVerdict | undefined> {
    return this.#connection.read((queries) => readVerdict(queries, this.#around, key));
  }

  saveVerdict(key: string, verdict: StoredVerdict): Promise<void> {
    return this.#connection.write((queries) => writeVerdict(queries, this.#around, key, verdict));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
