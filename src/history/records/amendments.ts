import * as z from 'zod';
import type { Queries, Surroundings } from '../connection.ts';
import { encodeJson } from '../stored-json.ts';
import { readable } from './readable.ts';

const statusSchema = z.enum(['pending', 'accepted', 'rejected', 'dropped', 'superseded']);
export type AmendmentStatus = z.infer<typeof statusSchema>;

/** A proposed change of a contract. */
export interface StoredAmendment {
  readonly id: string;
  readonly specId: string;
  readonly chunkId: string;
  readonly runId: string | undefined;
  /** sha256 of the contract's text that the proposal speaks of. */
  readonly contractHash: string | undefined;
  /** Plain JSON, read by whoever wrote it. */
  readonly proposal: unknown;
  readonly status: AmendmentStatus;
  readonly createdAt: string;
  readonly resolvedAt: string | undefined;
}

/** An amendment as it is first recorded: it waits for a person, or was dropped at once. */
export type NewAmendment = Omit<StoredAmendment, 'status' | 'createdAt' | 'resolvedAt'> & {
  readonly status?: 'pending' | 'dropped';
};

export async function insertAmendment(queries: Queries, around: Surroundings, amendment: NewAmendment): Promise<void> {
  const { status = 'pending' } = amendment;
  await queries
    .insertInto('amendment_proposals')
    .values({
      id: amendment.id,
      spec_id: amendment.specId,
      chunk_id: amendment.chunkId,
      run_id: amendment.runId ?? null,
      contract_hash: amendment.contractHash ?? null,
      proposal: encodeJson(amendment.proposal, around.redact),
      status,
      created_at: around.now(),
      resolved_at: status === 'pending' ? null : around.now(),
    })
    .execute();
}

/** Replaces what is stored of a pending amendment; false where it is not pending (any more). */
export async function rewriteAmendment(
  queries: Queries,
  around: Surroundings,
  id: string,
  proposal: unknown,
): Promise<boolean> {
  const row = await queries
    .updateTable('amendment_proposals')
    .set({ proposal: encodeJson(proposal, around.redact) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the folder, the oldest first. */
export async function readAmendments(
  queries: Queries,
  around: Surroundings,
  filter: { readonly id?: string; readonly specId?: string; readonly status?: AmendmentStatus },
): Promise<readonly StoredAmendment[]> {
  const { folder } = around;
  let query = queries
    .selectFrom('amendment_proposals')
    .leftJoin('runs', 'runs.run_id', 'amendment_proposals.run_id')
    .selectAll('amendment_proposals');
  if (folder !== null)
    query = query.where((of) => of.or([of('runs.folder', 'is', null), of('runs.folder', '=', folder)]));
  if (filter.id !== undefined) query = query.where('amendment_proposals.id', '=', filter.id);
  if (filter.specId !== undefined) query = query.where('amendment_proposals.spec_id', '=', filter.specId);
  if (filter.status !== undefined) query = query.where('amendment_proposals.status', '=', filter.status);
  const rows = await query.orderBy('created_at').orderBy('amendment_proposals.id').execute();
  return readable(around, rows, (row, decode) => ({
    id: row.id,
    specId: row.spec_id,
    chunkId: row.chunk_id,
    runId: row.run_id ?? undefined,
    contractHash: row.contract_hash ?? undefined,
    proposal: decode(z.json(), row.proposal, `the amendment ${row.id}`),
    status: decode(statusSchema, JSON.stringify(row.status), `the amendment ${row.id}`),
    createdAt: row.created_at,
    resolvedAt: row.resolved_at ?? undefined,
  }));
}

/** Pending ones of a chunk that was completed without them: nobody is to decide on them any more. */
export async function supersedeAmendments(
  queries: Queries,
  around: Surroundings,
  { specId, chunkId }: Pick<StoredAmendment, 'specId' | 'chunkId'>,
): Promise<void> {
  const pending = await readAmendments(queries, around, { specId, status: 'pending' });
  const superseded = pending.filter((amendment) => amendment.chunkId === chunkId).map(({ id }) => id);
  if (superseded.length > 0) await markSuperseded(queries, around, superseded);
}

async function markSuperseded(queries: Queries, around: Surroundings, ids: readonly string[]): Promise<void> {
  await queries
    .updateTable('amendment_proposals')
    .set({ status: 'superseded', resolved_at: around.now() })
    .where('id', 'in', [...ids])
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Resolves a pending amendment once; false where it is not pending (any more).
 * @param superseded ids of other pending ones that it makes obsolete
 */
export async function settleAmendment(
  queries: Queries,
  around: Surroundings,
  id: string,
  { status, superseded = [] }: { status: Exclude<AmendmentStatus, 'pending'>; superseded?: readonly string[] },
): Promise<boolean> {
  const row = await queries
    .updateTable('amendment_proposals')
    .set({ status, resolved_at: around.now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  if (superseded.length > 0) await markSuperseded(queries, around, superseded);
  return true;
}
