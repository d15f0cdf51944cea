import { redactTexts } from '../../foundation/redacted-texts.ts';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { decodeJson, encodeReport } from '../database/stored-json.ts';
import { writeAssertionFailures } from './assertion-failures.ts';
import { refusedWritesSchema, storedValidationSchema, type StoredAttempt } from './stored-run.ts';

/** Writes an attempt and its validation. Must run in a transaction. */
export async function writeAttempt(
  queries: Queries,
  context: HistoryContext,
  run: { readonly run_id: string; readonly spec_id: string; readonly chunk_id: string },
  attempt: StoredAttempt,
): Promise<void> {
  const { id } = await queries
    .insertInto('attempts')
    .values({
      run_id: run.run_id,
      number: attempt.number,
      input_tokens: attempt.inputTokens,
      output_tokens: attempt.outputTokens,
      cost_usd: attempt.costUsd,
      stop_reason: attempt.stopReason,
      refused_writes: encodeReport(attempt.refusedWrites, context.redact),
      diff: context.redact(attempt.diff),
      output: context.redact(attempt.output),
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queries
    .insertInto('chunk_validations')
    .values({
      attempt_id: id,
      spec_id: run.spec_id,
      chunk_id: run.chunk_id,
      attempt: attempt.number,
      passed: attempt.validation.passed ? 1 : 0,
      result: encodeReport(attempt.validation, context.redact),
      created_at: context.now(),
    })
    .execute();
  const { run_id, spec_id, chunk_id } = run;
  const validation = redactTexts(attempt.validation, context.redact);
  await writeAssertionFailures(queries, { attempt_id: id, run_id, spec_id, chunk_id }, validation);
}

export async function countAttempts(queries: Queries, runId: string): Promise<number> {
  const row = await queries
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Reads the attempts of a run in order. Throws if one of them cannot be read. */
export async function readAttempts(queries: Queries, runId: string): Promise<readonly StoredAttempt[]> {
  const rows = await queries
    .selectFrom('attempts')
    .innerJoin('chunk_validations', 'chunk_validations.attempt_id', 'attempts.id')
    .selectAll('attempts')
    .select('chunk_validations.result')
    .where('run_id', '=', runId)
    .orderBy('attempts.id')
    .execute();
  return rows.map((row) => {
    const label = `attempt ${row.number} of run ${runId}`;
    return {
      number: row.number,
      validation: decodeJson(storedValidationSchema, row.result, label),
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      costUsd: row.cost_usd,
      refusedWrites: decodeJson(refusedWritesSchema, row.refused_writes, label),
      stopReason: row.stop_reason,
      diff: row.diff,
      output: row.output,
    };
  });
}
