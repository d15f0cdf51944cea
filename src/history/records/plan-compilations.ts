import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import type { DeepReadonly } from '../database/stored-json.ts';
import { encodeReport } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

const triesSchema = z.array(
  z.object({
    number: z.number(),
    stage: z.enum(['form', 'rules', 'review', 'accepted']),
    errors: z.array(z.string()),
  }),
);

/** The compilation of a plan from a specification. Its tries have the shape of `PlanTry` in the compile loop. */
export interface StoredCompilation {
  readonly id: string;
  /** The path of the specification file, as the user wrote it. */
  readonly specification: string;
  /** SHA-256 of the specification text, hexadecimal. */
  readonly specificationHash: string;
  /** `provider:model` */
  readonly model: string;
  readonly status: 'valid' | 'invalid';
  readonly tries: DeepReadonly<z.infer<typeof triesSchema>>;
}

export async function writeCompilation(
  queries: Queries,
  context: HistoryContext,
  { id, specification, specificationHash, model, status, tries }: StoredCompilation,
): Promise<void> {
  await queries
    .insertInto('plan_compilations')
    .values({
      id,
      specification,
      specification_hash: specificationHash,
      model,
      status,
      tries: encodeReport(tries, context.redact),
      created_at: context.now(),
    })
    .execute();
}

/** Reads compilations, newest first. */
export async function readCompilations(
  queries: Queries,
  context: HistoryContext,
  limit: number,
): Promise<readonly (StoredCompilation & { readonly createdAt: string })[]> {
  const rows = await queries
    .selectFrom('plan_compilations')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return decodeRows(context, rows, (row, decode) => ({
    id: row.id,
    specification: row.specification,
    specificationHash: row.specification_hash,
    model: row.model,
    status: row.status === 'valid' ? ('valid' as const) : ('invalid' as const),
    tries: decode(triesSchema, row.tries, 'the tries of a plan'),
    createdAt: row.created_at,
  }));
}
