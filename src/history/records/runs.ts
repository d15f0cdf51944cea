import type { ContractDocument } from '../../contract/document.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { Queries, Surroundings } from '../connection.ts';
import { mayBeAlive } from '../process-identity.ts';
import { decodeJson, encodeJson } from '../stored-json.ts';
import { storedOutcomeSchema, type StoredRun } from '../stored-run.ts';
import { countAttempts, readAttempts, writeAttempt } from './attempts.ts';
import { assignRun, settleChunk, type ChunkName } from './chunks.ts';

export interface RunStart {
  readonly runId: string;
  /** The contract as it is when the run starts; its text is kept with its hash. */
  readonly document: Pick<ContractDocument, 'file' | 'text' | 'contentHash' | 'contract'>;
  readonly chunk: ChunkName;
  /** `provider:model`; taken from the first call where it is not known yet. */
  readonly model?: string;
  /** The commit that is checked out, null where there is none. */
  readonly revision: string | null | undefined;
}

export interface RunRecord {
  readonly run_id: string;
  readonly spec_id: string;
  readonly chunk_id: string;
}

export async function insertRun(queries: Queries, around: Surroundings, start: RunStart): Promise<void> {
  const specId = start.document.contract?.spec.id ?? start.document.file;
  await queries
    .insertInto('runs')
    .values({
      run_id: start.runId,
      contract_id: await contractId(queries, around, specId, start),
      spec_id: specId,
      chunk_id: start.chunk.id,
      title: start.chunk.title,
      status: 'running',
      model: start.model ?? null,
      revision: start.revision ?? null,
      folder: around.folder,
      outcome: null,
      reason: null,
      host: around.process.host,
      pid: around.process.pid,
      process_token: around.process.token,
      started_at: around.now(),
      finished_at: null,
    })
    .execute();
  await assignRun(queries, around, { specId, chunk: start.chunk, runId: start.runId });
}

/** The record of a contract's text, made where the text is seen for the first time. */
async function contractId(queries: Queries, around: Surroundings, specId: string, start: RunStart): Promise<number> {
  const { file, text, contentHash } = start.document;
  const found = await queries
    .selectFrom('contracts')
    .select('id')
    .where('file', '=', file)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
  if (found !== undefined) return found.id;
  const made = await queries
    .insertInto('contracts')
    .values({
      spec_id: specId,
      file,
      content_hash: contentHash,
      text: around.redact(text),
      revision: start.revision ?? null,
      created_at: around.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function requireRun(queries: Queries, runId: string): Promise<RunRecord> {
  const row = await queries
    .selectFrom('runs')
    .select(['run_id', 'spec_id', 'chunk_id'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) throw new HoldfastError('not-found', `Failed to find the run ${runId} in the history`);
  return row;
}

/** Ends a run with its outcome. Attempts of the outcome that were not recorded as they ended are recorded now. */
export async function endRun(queries: Queries, around: Surroundings, runId: string, result: StoredRun): Promise<void> {
  const run = await requireRun(queries, runId);
  const recorded = await countAttempts(queries, runId);
  for (const attempt of result.attempts.slice(recorded)) await writeAttempt(queries, around, run, attempt);
  const outcome = { ...result, attempts: undefined };
  await queries
    .updateTable('runs')
    .set({
      status: result.status === 'aborted' && result.error !== undefined ? 'error' : result.status,
      outcome: encodeJson(outcome, around.redact),
      reason: result.reason === undefined ? null : around.redact(result.reason),
      finished_at: around.now(),
    })
    .where('run_id', '=', runId)
    .execute();
  await settleChunk(queries, around, runId);
}

/** Ends a run whose process is gone. */
export async function interruptRun(queries: Queries, around: Surroundings, runId: string): Promise<void> {
  await queries
    .updateTable('runs')
    .set({ status: 'interrupted', reason: 'The process that ran it ended.', finished_at: around.now() })
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .execute();
  await settleChunk(queries, around, runId);
}

/** Runs that say they are running and whose process is gone. */
export async function findDeadRuns(queries: Queries): Promise<readonly (RunRecord & { readonly title: string })[]> {
  const running = await queries.selectFrom('runs').selectAll().where('status', '=', 'running').execute();
  return running.filter((row) => !mayBeAlive({ host: row.host, pid: row.pid, token: row.process_token }));
}

/** How a run ends that nobody ended. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['error', 'interrupted']);

/**
 * A run as it was reported, or what is known of one that never came to report; undefined where there is no such run.
 * Throws where the record cannot be read.
 */
export async function readRun(queries: Queries, runId: string): Promise<StoredRun | undefined> {
  const row = await queries.selectFrom('runs').selectAll().where('run_id', '=', runId).executeTakeFirst();
  if (row === undefined) return undefined;
  const attempts = await readAttempts(queries, runId);
  // What a choice had been made for before says nothing about a run that was broken off after it.
  if (row.outcome !== null && row.status !== 'interrupted') {
    return { ...decodeJson(storedOutcomeSchema, row.outcome, `run ${runId}`), attempts };
  }
  const reason = row.reason ?? 'The run has not ended yet.';
  const known = { status: 'aborted' as const, chunk: row.chunk_id, runId, reason, attempts, gates: [], warnings: [] };
  return BROKEN_OFF.has(row.status) ? { ...known, error: { code: 'process', message: reason } } : known;
}
