import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import type { DeepReadonly } from '../database/stored-json.ts';
import { encodeReport } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

const verdictSchema = z.object({
  verdict: z.enum(['pass', 'fail', 'undecided']),
  rationale: z.string(),
  confidence: z.number(),
  evidence: z.array(z.string()),
  /** For the verdict on a gate: the code that it is based on. */
  places: z.array(z.object({ file: z.string(), line: z.number().optional(), text: z.string() })).optional(),
  costUsd: z.number().nullable(),
});

/** A verdict of a model, in the shape of `JudgeVerdict` in the checks. */
export type StoredVerdict = DeepReadonly<z.infer<typeof verdictSchema>>;

export async function writeVerdict(
  queries: Queries,
  context: HistoryContext,
  key: string,
  verdict: StoredVerdict,
): Promise<void> {
  await writeAnswer(queries, context, key, verdict);
}

/** Stores the answer of a model to another kind of request, next to the verdicts: both are found by the hash of their input. */
export async function writeAnswer(
  queries: Queries,
  context: HistoryContext,
  key: string,
  answer: unknown,
): Promise<void> {
  const row = { verdict: encodeReport(answer, context.redact), created_at: context.now() };
  await queries
    .insertInto('verdicts')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

export async function readAnswer(queries: Queries, context: HistoryContext, key: string): Promise<unknown> {
  const rows = await queries.selectFrom('verdicts').select('verdict').where('key', '=', key).execute();
  return decodeRows(context, rows, (row, decode) => decode(z.json(), row.verdict, 'a stored answer'))[0];
}

export async function readVerdict(
  queries: Queries,
  context: HistoryContext,
  key: string,
): Promise<StoredVerdict | undefined> {
  const rows = await queries.selectFrom('verdicts').select('verdict').where('key', '=', key).execute();
  return decodeRows(context, rows, (row, decode) => decode(verdictSchema, row.verdict, 'a stored verdict'))[0];
}
