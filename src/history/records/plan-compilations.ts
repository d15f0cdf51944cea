import * as z from 'zod';
import type { Queries, Surroundings } from '../connection.ts';
import type { DeepReadonly } from '../deep-readonly.ts';
import { encodeJson } from '../stored-json.ts';
import { readable } from './readable.ts';

const triesSchema = z.array(
  z.object({
    number: z.number(),
    stage: z.enum(['form', 'rules', 'review', 'accepted']),
    errors: z.array(z.string()),
  }),
);

/** One plan that was made from a specification, or was not: its tries, in the shape of the compile loop's PlanTry. */
export interface StoredCompilation {
  readonly id: string;
  /** The file of the specification, as it was named. */
  readonly specification: string;
  /** sha256 of its text, in hexadecimal. */
  readonly specificationHash: string;
  /** `provider:model` */
  readonly model: string;
  readonly status: 'valid' | 'invalid';
  readonly tries: DeepReadonly<z.infer<typeof triesSchema>>;
}

export async function writeCompilation(
  queries: Queries,
  around: Surroundings,
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
      tries: encodeJson(tries, around.redact),
      created_at: around.now(),
    })
    .execute();
}

/** The newest first. */
export async function readCompilations(
  queries: Queries,
  around: Surroundings,
  limit: number,
): Promise<readonly (StoredCompilation & { readonly createdAt: string })[]> {
  const rows = await queries
    .selectFrom('plan_compilations')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return readable(around, rows, (row, decode) => ({
    id: row.id,
    specification: row.specification,
    specificationHash: row.specification_hash,
    model: row.model,
    status: row.status === 'valid' ? ('valid' as const) : ('invalid' as const),
    tries: decode(triesSchema, row.tries, 'the tries of a plan'),
    createdAt: row.created_at,
  }));
}
