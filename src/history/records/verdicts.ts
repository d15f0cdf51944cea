import * as z from 'zod';
import type { DeepReadonly } from '../deep-readonly.ts';
import type { Queries, Surroundings } from '../connection.ts';
import { encodeJson } from '../stored-json.ts';
import { readable } from './readable.ts';

const verdictSchema = z.object({
  verdict: z.enum(['pass', 'fail', 'undecided']),
  rationale: z.string(),
  confidence: z.number(),
  evidence: z.array(z.string()),
  /** Of a verdict on a gate: what it rests on, with its place. */
  places: z.array(z.object({ file: z.string(), line: z.number().optional(), text: z.string() })).optional(),
  costUsd: z.number().nullable(),
});

/** A model's verdict, in the shape of the checks' JudgeVerdict. */
export type StoredVerdict = DeepReadonly<z.infer<typeof verdictSchema>>;

export async function writeVerdict(
  queries: Queries,
  around: Surroundings,
  key: string,
  verdict: StoredVerdict,
): Promise<void> {
  const row = { verdict: encodeJson(verdict, around.redact), created_at: around.now() };
  await queries
    .insertInto('verdicts')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

export async function readVerdict(
  queries: Queries,
  around: Surroundings,
  key: string,
): Promise<StoredVerdict | undefined> {
  const rows = await queries.selectFrom('verdicts').select('verdict').where('key', '=', key).execute();
  return readable(around, rows, (row, decode) => decode(verdictSchema, row.verdict, 'a stored verdict'))[0];
}
