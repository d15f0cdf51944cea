import type { RunUsage } from '../foundation/call-totals.ts';
import { createAnalyticsReport, type AnalyticsReport } from './analytics/analytics-report.ts';
import { readAnalyticsRows, type AnalyticsFilter } from './analytics/analytics-rows.ts';
import type { CallWork } from './database/call-work.ts';
import type { Connection, HistoryContext } from './database/connection.ts';
import * as amendments from './records/amendments.ts';
import * as audit from './records/audit-entries.ts';
import { writeAttempt } from './records/attempts.ts';
import { sumCallsByRun, writeCall, type CallRecord } from './records/calls.ts';
import type { ChunkContext } from './records/chunk-context.ts';
import * as chunkRecords from './records/chunk-records.ts';
import { readChunks, writeChunk, type ChunkName, type ChunkState, type RecordedChunkStatus } from './records/chunks.ts';
import type { AcceptanceStatus } from './records/chunks.ts';
import { readContexts, writeContext, type StoredContext } from './records/contexts.ts';
import * as gateReviews from './records/gate-reviews.ts';
import * as landings from './records/landings.ts';
import * as lineComments from './records/line-comments.ts';
import { readCompilations, writeCompilation, type StoredCompilation } from './records/plan-compilations.ts';
import {
  claimPendingResult,
  readResolution,
  readPendingResults,
  readSelection,
  releasePendingResult,
  removePendingResult,
  resolvePendingResult,
  supersedePendingResults,
  writePendingResult,
  writeSelection,
  type NewerResult,
  type ResultResolution,
  type StoredHunkDecisions,
  type StoredPendingResult,
} from './records/pending-results.ts';
import { readLatestRuns, type LatestRun } from './records/latest-runs.ts';
import { readSummaries, type RunSummary } from './records/run-summaries.ts';
import { findDeadRuns, finishRun, insertRun, interruptRun, readRun, requireRun } from './records/runs.ts';
import type { RunStart } from './records/runs.ts';
import { readReviewedHunks, writeReviewedHunks } from './records/reviewed-hunks.ts';
import {
  readScenarioReports,
  writeScenarioReport,
  type NewScenarioReport,
  type StoredScenarioReport,
} from './records/scenario-reports.ts';
import type { StoredAttempt, StoredRun } from './records/stored-run.ts';
import { readAnswer, readVerdict, writeAnswer, writeVerdict, type StoredVerdict } from './records/verdicts.ts';

/** A newer run of chunks: it passed, it stopped with a result that a gate blocks, or it failed without a result. */
export interface NewerRun extends NewerResult {
  readonly outcome: 'passed' | 'stopped' | 'failed';
}

/**
 * The database of runs, attempts, contexts and reviews of a repository. Every method that writes is one transaction. Checks
 * never rely on the history: they always read the files.
 *
 * On failure, every method throws a HoldfastError: `storage` with a hint, or `not-found` for a run id that does not exist.
 */
export class History implements AsyncDisposable {
  readonly path: string;
  readonly #connection: Connection;
  readonly #context: HistoryContext;

  constructor(connection: Connection, context: HistoryContext) {
    this.path = connection.path;
    this.#connection = connection;
    this.#context = context;
  }

  /** The same history, whose model calls are recorded for a work item. It needs no separate closing. */
  forWork(work: CallWork): History {
    return new History(this.#connection, { ...this.#context, work });
  }

  startRun(start: RunStart): Promise<void> {
    return this.#connection.write((queries) => insertRun(queries, this.#context, start));
  }

  /**
   * Records the outcome of a run. A run that failed with an error gets the status `error`. The previous status of a chunk
   * that is still `running` is restored.
   */
  finishRun(runId: string, result: StoredRun): Promise<void> {
    return this.#connection.write((queries) => finishRun(queries, this.#context, runId, result));
  }

  /**
   * Marks the runs of ended processes as interrupted. A run that such a process had resumed waits for a decision again.
   * Returns one message per run.
   */
  interruptDeadRuns(): Promise<readonly string[]> {
    return this.#connection.write(async (queries) => {
      const dead = await findDeadRuns(queries);
      const interrupted = [];
      const released = [];
      for (const run of dead) {
        if (await gateReviews.releaseGateReview(queries, this.#context, run.run_id)) {
          released.push(run);
          continue;
        }
        interrupted.push(run);
        await interruptRun(queries, this.#context, run.run_id);
      }
      return [
        ...interrupted.map((run) => `The run of chunk "${run.title}" was interrupted because its process ended.`),
        ...released.map(
          (run) => `Chunk "${run.title}" needs a decision again because the process that resumed it ended.`,
        ),
      ];
    });
  }

  recordAttempt(runId: string, attempt: StoredAttempt): Promise<void> {
    return this.#connection.write(async (queries) =>
      writeAttempt(queries, this.#context, await requireRun(queries, runId), attempt),
    );
  }

  recordCall(record: CallRecord): Promise<void> {
    return this.#connection.write((queries) => writeCall(queries, this.#context, record));
  }

  /** Records events of a work item. An event that is recorded already is ignored. */
  recordAudit(item: string, entries: readonly audit.StoredAuditEntry[]): Promise<void> {
    return this.#connection.write((queries) => audit.writeAuditEntries(queries, this.#context, { item, entries }));
  }

  /** Reads the recorded events and model calls of a work item, or of all items, each in the order of time. */
  readAudit(item?: string): Promise<readonly audit.AuditRecord[]> {
    return this.#connection.read(async (queries) => [
      ...(await audit.readAuditEntries(queries, this.#context, item)),
      ...(await audit.readItemCalls(queries, item)),
    ]);
  }

  recordCompilation(compilation: StoredCompilation): Promise<void> {
    return this.#connection.write((queries) => writeCompilation(queries, this.#context, compilation));
  }

  /** Lists the compilations of plans, newest first. */
  listCompilations(limit = 20): Promise<readonly (StoredCompilation & { readonly createdAt: string })[]> {
    return this.#connection.read((queries) => readCompilations(queries, this.#context, limit));
  }

  /** Records the result of a scenario validation. A result that is recorded already is ignored. */
  recordScenarioReport(report: NewScenarioReport): Promise<void> {
    return this.#connection.write((queries) => writeScenarioReport(queries, this.#context, report));
  }

  /** Lists the results of scenario validations, newest first. */
  listScenarioReports(
    filter: { readonly limit?: number | undefined; readonly item?: string | undefined } = {},
  ): Promise<readonly StoredScenarioReport[]> {
    const { limit = 20, item } = filter;
    return this.#connection.read((queries) => readScenarioReports(queries, this.#context, { limit, item }));
  }

  recordContext(runId: string, specId: string, chunkId: string, context: ChunkContext): Promise<void> {
    return this.#connection.write((queries) =>
      writeContext(queries, this.#context, { runId, specId, chunkId, context }),
    );
  }

  /** Lists the contexts of the chunks of a specification, in the order of recording. */
  listContexts(specId: string): Promise<readonly StoredContext[]> {
    return this.#connection.read((queries) => readContexts(queries, this.#context, specId));
  }

  /** Records that a chunk passed and landed. */
  recordLanding(record: chunkRecords.NewChunkRecord): Promise<void> {
    return this.#connection.write((queries) => chunkRecords.insertRecord(queries, this.#context, record));
  }

  /** Lists the landings of a workspace folder that were not undone, oldest first. */
  listLandings(
    filter: Parameters<typeof chunkRecords.readRecords>[2],
  ): Promise<readonly chunkRecords.StoredChunkRecord[]> {
    return this.#connection.read((queries) => chunkRecords.readRecords(queries, this.#context, filter));
  }

  /** Marks the landings of a run as undone: they no longer record that their chunks passed. */
  undoLandings(runId: string): Promise<void> {
    return this.#connection.write((queries) => chunkRecords.undoRecords(queries, this.#context, runId));
  }

  /** Records what landed at once, with a record for each of its chunks that has a fingerprint. */
  recordLandings(landing: landings.NewLanding, records: readonly chunkRecords.NewChunkRecord[]): Promise<void> {
    return this.#connection.write(async (queries) => {
      await landings.insertLanding(queries, this.#context, landing);
      for (const record of records) {
        await chunkRecords.insertRecord(queries, this.#context, { ...record, landingId: landing.id });
      }
    });
  }

  /** Lists what landed in a workspace folder, undone landings included, newest first. */
  listPastLandings(filter: Parameters<typeof landings.readLandings>[2]): Promise<readonly landings.StoredLanding[]> {
    return this.#connection.read((queries) => landings.readLandings(queries, this.#context, filter));
  }

  /**
   * Marks a landing as undone: it no longer records that its chunks passed.
   *
   * @param commits `commit`: the commit of the landing, as it is reachable now. `undoneCommit`: the one that undid it;
   * undefined if the undo made no commit
   */
  markUndone(id: string, commits: Parameters<typeof landings.markUndone>[3]): Promise<void> {
    return this.#connection.write((queries) => landings.markUndone(queries, this.#context, id, commits));
  }

  /** The commits of the landings of a workspace folder that were undone without a commit, and so no longer count. */
  listUndoneCommits(prefix: string): Promise<ReadonlySet<string>> {
    return this.#connection.read((queries) => landings.readUndoneCommits(queries, prefix));
  }

  /** Reads the states of the chunks that have run, by chunk id. */
  readChunkStates(specId: string): Promise<ReadonlyMap<string, ChunkState>> {
    return this.#connection.read((queries) => readChunks(queries, specId));
  }

  async readChunkState(specId: string, chunkId: string): Promise<ChunkState | undefined> {
    return (await this.readChunkStates(specId)).get(chunkId);
  }

  /**
   * Sets the status of a chunk. Pending amendments are superseded if the chunk is completed and its result has landed
   * (`review` is `pass`).
   */
  setChunkStatus(
    specId: string,
    chunk: ChunkName,
    status: RecordedChunkStatus,
    review?: AcceptanceStatus,
    runId?: string,
  ): Promise<void> {
    return this.#connection.write(async (queries) => {
      await writeChunk(queries, this.#context, { specId, chunk, status, review, runId });
      if (status !== 'completed' || review !== 'pass') return;
      await amendments.supersedeAmendments(queries, this.#context, { specId, chunkId: chunk.id });
    });
  }

  /**
   * Records a result that waits for a review. Its chunks become `completed` with a pending acceptance.
   *
   * @param options.replaces the run id of the earlier result that the new one replaces
   * @param options.claim claims the result for a run of this process that still adds results; a claimed result is not
   * listed until the claim is released or the process ends
   */
  savePendingResult(
    review: Omit<StoredPendingResult, 'createdAt'>,
    { replaces, claim = false }: { readonly replaces?: string | undefined; readonly claim?: boolean } = {},
  ): Promise<void> {
    return this.#connection.write(async (queries) => {
      if (replaces !== undefined) await removePendingResult(queries, replaces);
      await writePendingResult(queries, this.#context, review, claim);
    });
  }

  /** Claims a pending result to add results to it. Returns false if it is resolved or claimed by another run. */
  claimPendingResult(runId: string): Promise<boolean> {
    return this.#connection.write((queries) => claimPendingResult(queries, this.#context, runId));
  }

  /** Releases a claimed result, which then waits for the user. */
  releasePendingResult(runId: string): Promise<void> {
    return this.#connection.write((queries) => releasePendingResult(queries, runId));
  }

  /** Lists the pending results of this folder, oldest first. */
  listPendingResults(): Promise<readonly StoredPendingResult[]> {
    return this.#connection.read((queries) => readPendingResults(queries, this.#context));
  }

  /**
   * Resolves a pending result and sets the acceptance status of its chunks. Returns false if it was already resolved. Pending amendments
   * of accepted chunks are superseded.
   *
   * @param options.selection what landed, if a part of the result did
   * @param options.leftOut the ids of the chunks of which nothing landed
   */
  resolvePendingResult(
    runId: string,
    resolution: Exclude<ResultResolution, 'superseded'>,
    {
      selection,
      leftOut = [],
    }: { readonly selection?: StoredHunkDecisions | undefined; readonly leftOut?: readonly string[] | undefined } = {},
  ): Promise<boolean> {
    return this.#connection.write(async (queries) => {
      if (selection !== undefined) await writeSelection(queries, runId, selection);
      const resolved = await resolvePendingResult(queries, this.#context, runId, { resolution, leftOut });
      if (resolved === undefined) return false;
      const { specId, chunks } = resolved;
      for (const { id } of resolution === 'accepted' ? chunks : []) {
        if (leftOut.includes(id)) continue;
        await amendments.supersedeAmendments(queries, this.#context, { specId, chunkId: id });
      }
      return true;
    });
  }

  /**
   * [EDIT-7] Resolves what waits for a decision about earlier runs of chunks: their amendments, if the newer run has a result,
   * runs that stopped at a gate, and if this result passed, reviews. Returns the ids of the runs whose results are no longer
   * offered.
   *
   * @param newer.runId the run whose own decisions stay
   */
  supersedeEarlier(newer: NewerRun): Promise<readonly string[]> {
    const { specId, chunkIds, runId, outcome } = newer;
    return this.#connection.write(async (queries) => {
      const superseded =
        outcome === 'passed' ? [...(await supersedePendingResults(queries, this.#context, newer))] : [];
      for (const chunkId of chunkIds) {
        const chunk = { specId, chunkId, runId };
        await amendments.supersedeAmendments(queries, this.#context, chunk);
        if (outcome === 'failed') continue;
        superseded.push(...(await gateReviews.supersedeGateReviews(queries, this.#context, chunk)));
      }
      return superseded;
    });
  }

  /** Reads what a person decided about the result of a run; `undefined` if no decision is recorded. */
  readResolution(runId: string): Promise<ResultResolution | undefined> {
    return this.#connection.read((queries) => readResolution(queries, runId));
  }

  /** Stores the decisions on the parts of a result. Returns false if it no longer waits for a review. */
  saveSelection(runId: string, selection: StoredHunkDecisions): Promise<boolean> {
    return this.#connection.write((queries) => writeSelection(queries, runId, selection));
  }

  /** Reads the decisions on the parts of a result, or what landed of it; `undefined` if it was reviewed as a whole. */
  readSelection(runId: string): Promise<StoredHunkDecisions | undefined> {
    return this.#connection.read((queries) => readSelection(queries, this.#context, runId));
  }

  /** Lists runs, latest first. */
  listRuns(limit = 50): Promise<readonly RunSummary[]> {
    return this.#connection.read((queries) => readSummaries(queries, { limit }));
  }

  /** Reads the summaries of runs, by run id. Runs that are not in the history are left out. */
  async readSummaries(runIds: readonly string[]): Promise<ReadonlyMap<string, RunSummary>> {
    if (runIds.length === 0) return new Map();
    const summaries = await this.#connection.read((queries) =>
      readSummaries(queries, { limit: runIds.length, runIds }),
    );
    return new Map(summaries.map((summary) => [summary.runId, summary]));
  }

  /** Computes how runs went and what they cost. */
  async readAnalytics(filter: AnalyticsFilter = {}): Promise<AnalyticsReport> {
    return createAnalyticsReport(await this.#connection.read((queries) => readAnalyticsRows(queries, filter)), filter);
  }

  /** The latest run of each chunk of a specification that has ended, by chunk id. */
  readLatestRuns(specId: string): Promise<ReadonlyMap<string, LatestRun>> {
    return this.#connection.read((queries) => readLatestRuns(queries, specId));
  }

  /** Totals the calls that were made for a run so far; `undefined` if there was none. */
  readUsage(runId: string): Promise<RunUsage | undefined> {
    return this.#connection.read(async (queries) => (await sumCallsByRun(queries, [runId])).get(runId));
  }

  /** Reads the reported result of a run; `undefined` if the run does not exist. */
  readRun(runId: string): Promise<StoredRun | undefined> {
    return this.#connection.read((queries) => readRun(queries, runId));
  }

  saveGateReview(review: Omit<gateReviews.StoredGateReview, 'createdAt' | 'updatedAt'>): Promise<void> {
    return this.#connection.write((queries) => gateReviews.writeGateReview(queries, this.#context, review));
  }

  listGateReviews(
    filter: Parameters<typeof gateReviews.readGateReviews>[2] = {},
  ): Promise<readonly gateReviews.StoredGateReview[]> {
    return this.#connection.read((queries) => gateReviews.readGateReviews(queries, this.#context, filter));
  }

  /** Claims the gate review of a run that waits for a decision. Returns false if the review no longer waits. */
  claimGateReview(runId: string): Promise<boolean> {
    return this.#connection.write((queries) => gateReviews.claimGateReview(queries, this.#context, runId));
  }

  /** Releases a claimed gate review, which then waits for a decision again. Returns false if it was not claimed. */
  releaseGateReview(runId: string): Promise<boolean> {
    return this.#connection.write((queries) => gateReviews.releaseGateReview(queries, this.#context, runId));
  }

  proposeAmendment(amendment: amendments.NewAmendment): Promise<void> {
    return this.#connection.write((queries) => amendments.insertAmendment(queries, this.#context, amendment));
  }

  listAmendments(
    filter: Parameters<typeof amendments.readAmendments>[2] = {},
  ): Promise<readonly amendments.StoredAmendment[]> {
    return this.#connection.read((queries) => amendments.readAmendments(queries, this.#context, filter));
  }

  /** Replaces the stored proposal of a pending amendment. Returns false if it is no longer pending. */
  updateAmendment(id: string, proposal: unknown): Promise<boolean> {
    return this.#connection.write((queries) => amendments.updateAmendment(queries, this.#context, id, proposal));
  }

  /**
   * Resolves a pending amendment. Returns false if it is no longer pending.
   *
   * @param superseded ids of pending amendments that become obsolete
   */
  resolveAmendment(
    id: string,
    status: Exclude<amendments.AmendmentStatus, 'pending'>,
    superseded: readonly string[] = [],
  ): Promise<boolean> {
    return this.#connection.write((queries) =>
      amendments.resolveAmendment(queries, this.#context, id, { status, superseded }),
    );
  }

  /** Reads the stored verdict of a model for an input hash; `undefined` if there is none. */
  readVerdict(key: string): Promise<StoredVerdict | undefined> {
    return this.#connection.read((queries) => readVerdict(queries, this.#context, key));
  }

  saveVerdict(key: string, verdict: StoredVerdict): Promise<void> {
    return this.#connection.write((queries) => writeVerdict(queries, this.#context, key, verdict));
  }

  /** Reads the stored answer of a model to a request, by the hash of the request; `undefined` if there is none. */
  readAnswer(key: string): Promise<unknown> {
    return this.#connection.read((queries) => readAnswer(queries, this.#context, key));
  }

  saveAnswer(key: string, answer: unknown): Promise<void> {
    return this.#connection.write((queries) => writeAnswer(queries, this.#context, key, answer));
  }

  /** [SESSION-1] Records which hunks a person has reviewed, or has no longer reviewed. */
  saveReviewedHunks(keys: readonly string[], isReviewed: boolean): Promise<void> {
    return this.#connection.write((queries) => writeReviewedHunks(queries, this.#context, { keys, isReviewed }));
  }

  /** Which of some hunks a person has reviewed. */
  readReviewedHunks(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#connection.read((queries) => readReviewedHunks(queries, keys));
  }

  /** [SESSION-2] Records a comment on a line. A comment that is recorded already is ignored. */
  addComment(comment: Parameters<typeof lineComments.insertComment>[2]): Promise<void> {
    return this.#connection.write((queries) => lineComments.insertComment(queries, this.#context, comment));
  }

  /** Lists the comments of this folder, oldest first. */
  listComments(filter: lineComments.CommentFilter = {}): Promise<readonly lineComments.StoredComment[]> {
    return this.#connection.read((queries) => lineComments.readComments(queries, this.#context, filter));
  }

  /** Sets the status of a comment. Returns false if the comment does not exist, or is resolved. */
  updateComment(id: string, change: Parameters<typeof lineComments.updateComment>[3]): Promise<boolean> {
    return this.#connection.write((queries) => lineComments.updateComment(queries, this.#context, id, change));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
