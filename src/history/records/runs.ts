import type { ContractDocument } from '../../contract/document.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { mayBeRunning } from '../database/process-identity.ts';
import { decodeJson, encodeReport } from '../database/stored-json.ts';
import { countAttempts, readAttempts, writeAttempt } from './attempts.ts';
import { sumCallsByRun } from './calls.ts';
import { assignRun, restoreChunkStatus, type ChunkName } from './chunks.ts';
import { storedOutcomeSchema, type StoredRun } from './stored-run.ts';

export interface RunStart {
  readonly runId: string;
  /** The contract at the start of the run. */
  readonly document: Pick<ContractDocument, 'file' | 'text' | 'contentHash' | 'contract'>;
  readonly chunk: ChunkName;
  /** `provider:model`. If missing, the first call sets it. */
  readonly model?: string | undefined;
  /** The commit that is checked out, if any. */
  readonly revision: string | null | undefined;
}

export interface RunRecord {
  readonly run_id: string;
  readonly spec_id: string;
  readonly chunk_id: string;
}

export async function insertRun(queries: Queries, context: HistoryContext, start: RunStart): Promise<void> {
  const specId = start.document.contract?.spec.id ?? start.document.file;
  await queries
    .insertInto('runs')
    .values({
      run_id: start.runId,
      contract_id: await ensureContract(queries, context, specId, start),
      spec_id: specId,
      chunk_id: start.chunk.id,
      title: start.chunk.title,
      status: 'running',
      model: start.model ?? null,
      revision: start.revision ?? null,
      folder: context.folder,
      outcome: null,
      reason: null,
      host: context.process.host,
      pid: context.process.pid,
      process_token: context.process.token,
      started_at: context.now(),
      finished_at: null,
    })
    .execute();
  await assignRun(queries, context, { specId, chunk: start.chunk, runId: start.runId });
}

/** Returns the record id of a contract version. Creates the record if necessary. */
async function ensureContract(
  queries: Queries,
  context: HistoryContext,
  specId: string,
  start: RunStart,
): Promise<number> {
  const { file, text, contentHash } = start.document;
  const existing = await queries
    .selectFrom('contracts')
    .select('id')
    .where('file', '=', file)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
  if (existing !== undefined) return existing.id;
  const created = await queries
    .insertInto('contracts')
    .values({
      spec_id: specId,
      file,
      content_hash: contentHash,
      text,
      revision: start.revision ?? null,
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return created.id;
}

/** Reads the ids of a run. Throws `not-found` if the run does not exist. */
export async function requireRun(queries: Queries, runId: string): Promise<RunRecord> {
  const row = await queries
    .selectFrom('runs')
    .select(['run_id', 'spec_id', 'chunk_id'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) throw new HoldfastError('not-found', `Run not found in the history: ${runId}`);
  return row;
}

/** Records the outcome of a run, and those of its attempts that are not recorded yet. */
export async function finishRun(
  queries: Queries,
  context: HistoryContext,
  runId: string,
  result: StoredRun,
): Promise<void> {
  const run = await requireRun(queries, runId);
  const recordedCount = await countAttempts(queries, runId);
  for (const attempt of result.attempts.slice(recordedCount)) await writeAttempt(queries, context, run, attempt);
  const outcome = { ...result, attempts: undefined, usage: undefined };
  await queries
    .updateTable('runs')
    .set({
      status: result.status === 'aborted' && result.error !== undefined ? 'error' : result.status,
      outcome: encodeReport(outcome, context.redact),
      reason: result.reason === undefined ? null : context.redact(result.reason),
      finished_at: context.now(),
    })
    .where('run_id', '=', runId)
    .execute();
  await restoreChunkStatus(queries, context, runId);
}

/** Marks a run as interrupted because its process has ended. */
export async function interruptRun(queries: Queries, context: HistoryContext, runId: string): Promise<void> {
  await queries
    .updateTable('runs')
    .set({ status: 'interrupted', reason: 'The process of the run ended.', finished_at: context.now() })
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .execute();
  await restoreChunkStatus(queries, context, runId);
}

/** Finds runs with the status `running` whose process has ended. */
export async function findDeadRuns(queries: Queries): Promise<readonly (RunRecord & { readonly title: string })[]> {
  const running = await queries.selectFrom('runs').selectAll().where('status', '=', 'running').execute();
  return running.filter((row) => !mayBeRunning({ host: row.host, pid: row.pid, token: row.process_token }));
}

/** The statuses of runs that ended without a result. */
const ABNORMAL_STATUSES: ReadonlySet<string> = new Set(['error', 'interrupted']);

/**
 * Reads the reported result of a run, or the known part of it if the run reported none. Returns `undefined` if the run does
 * not exist. Throws if the record cannot be read.
 */
export async function readRun(queries: Queries, runId: string): Promise<StoredRun | undefined> {
  const row = await queries.selectFrom('runs').selectAll().where('run_id', '=', runId).executeTakeFirst();
  if (row === undefined) return undefined;
  const attempts = await readAttempts(queries, runId);
  const usage = (await sumCallsByRun(queries, [runId])).get(runId);
  // An interrupted run may contain the outcome of an earlier decision, which no longer applies.
  if (row.outcome !== null && row.status !== 'interrupted') {
    return { ...decodeJson(storedOutcomeSchema, row.outcome, `run ${runId}`), usage, attempts };
  }
  const reason = row.reason ?? 'The run has not ended yet.';
  const empty = { gates: [], warnings: [] };
  const partial = { status: 'aborted' as const, chunk: row.chunk_id, runId, reason, usage, attempts, ...empty };
  return ABNORMAL_STATUSES.has(row.status) ? { ...partial, error: { code: 'process', message: reason } } : partial;
}
