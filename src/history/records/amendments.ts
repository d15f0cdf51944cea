import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { encodeReport } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

const statusSchema = z.enum(['pending', 'accepted', 'rejected', 'dropped', 'superseded']);
export type AmendmentStatus = z.infer<typeof statusSchema>;

const proposerSchema = z.enum(['model', 'person', 'agent']);
/**
 * Who proposed an amendment. `model`: the model of a run, after failed attempts. `agent`: a coding agent, with a tool of
 * Holdfast. Only the first one belongs to a run.
 */
export type AmendmentProposer = z.infer<typeof proposerSchema>;

/** A proposed change of a contract. */
export interface StoredAmendment {
  readonly id: string;
  readonly specId: string;
  readonly chunkId: string;
  readonly runId: string | undefined;
  readonly proposedBy: AmendmentProposer;
  /** SHA-256 of the contract text that the proposal refers to. */
  readonly contractHash: string | undefined;
  /** JSON; its writer defines and validates its shape. */
  readonly proposal: unknown;
  readonly status: AmendmentStatus;
  readonly createdAt: string;
  readonly resolvedAt: string | undefined;
}

/** A new amendment: pending, or dropped immediately. */
export type NewAmendment = Omit<StoredAmendment, 'status' | 'createdAt' | 'resolvedAt'> & {
  readonly status?: 'pending' | 'dropped' | undefined;
};

/**
 * Records an amendment. Without a run, it supersedes the pending ones of its chunk that follow from no run either, except
 * that an agent does not supersede what a person proposed.
 */
export async function insertAmendment(
  queries: Queries,
  context: HistoryContext,
  amendment: NewAmendment,
): Promise<void> {
  const { status = 'pending', specId, chunkId } = amendment;
  if (amendment.runId === undefined) {
    const pending = await readAmendments(queries, context, { specId, status: 'pending' });
    const earlier = pending
      .filter((one) => one.chunkId === chunkId && one.runId === undefined)
      .filter((one) => amendment.proposedBy !== 'agent' || one.proposedBy === 'agent')
      .map(({ id }) => id);
    if (earlier.length > 0) await markSuperseded(queries, context, earlier);
  }
  await queries
    .insertInto('amendment_proposals')
    .values({
      id: amendment.id,
      spec_id: amendment.specId,
      chunk_id: amendment.chunkId,
      run_id: amendment.runId ?? null,
      contract_hash: amendment.contractHash ?? null,
      proposal: encodeReport(amendment.proposal, context.redact),
      status,
      created_at: context.now(),
      resolved_at: status === 'pending' ? null : context.now(),
      folder: context.folder,
      proposed_by: amendment.proposedBy,
    })
    .execute();
}

/** Replaces the proposal of a pending amendment. Returns false if it is no longer pending. */
export async function updateAmendment(
  queries: Queries,
  context: HistoryContext,
  id: string,
  proposal: unknown,
): Promise<boolean> {
  const row = await queries
    .updateTable('amendment_proposals')
    .set({ proposal: encodeReport(proposal, context.redact) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the amendments of the folder, oldest first. */
export async function readAmendments(
  queries: Queries,
  context: HistoryContext,
  filter: {
    readonly id?: string | undefined;
    readonly specId?: string | undefined;
    readonly status?: AmendmentStatus | undefined;
  },
): Promise<readonly StoredAmendment[]> {
  const { folder } = context;
  let query = queries
    .selectFrom('amendment_proposals')
    .leftJoin('runs', 'runs.run_id', 'amendment_proposals.run_id')
    .selectAll('amendment_proposals');
  if (folder !== null)
    query = query.where((eb) => {
      const ownFolder = eb.fn.coalesce('amendment_proposals.folder', 'runs.folder');
      return eb.or([eb(ownFolder, 'is', null), eb(ownFolder, '=', folder)]);
    });
  if (filter.id !== undefined) query = query.where('amendment_proposals.id', '=', filter.id);
  if (filter.specId !== undefined) query = query.where('amendment_proposals.spec_id', '=', filter.specId);
  if (filter.status !== undefined) query = query.where('amendment_proposals.status', '=', filter.status);
  const rows = await query.orderBy('created_at').orderBy('amendment_proposals.id').execute();
  return decodeRows(context, rows, (row, decode) => ({
    id: row.id,
    specId: row.spec_id,
    chunkId: row.chunk_id,
    runId: row.run_id ?? undefined,
    proposedBy: decode(
      proposerSchema,
      JSON.stringify(row.proposed_by ?? (row.run_id === null ? 'person' : 'model')),
      `the amendment ${row.id}`,
    ),
    contractHash: row.contract_hash ?? undefined,
    proposal: decode(z.json(), row.proposal, `the amendment ${row.id}`),
    status: decode(statusSchema, JSON.stringify(row.status), `the amendment ${row.id}`),
    createdAt: row.created_at,
    resolvedAt: row.resolved_at ?? undefined,
  }));
}

/**
 * Supersedes the pending amendments of a chunk that was completed without them, or that was run again.
 *
 * @param chunk.runId the run whose own amendment stays
 */
export async function supersedeAmendments(
  queries: Queries,
  context: HistoryContext,
  { specId, chunkId, runId }: Pick<StoredAmendment, 'specId' | 'chunkId'> & { readonly runId?: string | undefined },
): Promise<void> {
  const pending = await readAmendments(queries, context, { specId, status: 'pending' });
  const superseded = pending
    .filter((amendment) => amendment.chunkId === chunkId && (runId === undefined || amendment.runId !== runId))
    .map(({ id }) => id);
  if (superseded.length > 0) await markSuperseded(queries, context, superseded);
}

async function markSuperseded(queries: Queries, context: HistoryContext, ids: readonly string[]): Promise<void> {
  await queries
    .updateTable('amendment_proposals')
    .set({ status: 'superseded', resolved_at: context.now() })
    .where('id', 'in', [...ids])
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Resolves a pending amendment. Returns false if it is no longer pending.
 *
 * @param superseded ids of pending amendments that become obsolete
 */
export async function resolveAmendment(
  queries: Queries,
  context: HistoryContext,
  id: string,
  {
    status,
    superseded = [],
  }: { status: Exclude<AmendmentStatus, 'pending'>; superseded?: readonly string[] | undefined },
): Promise<boolean> {
  const row = await queries
    .updateTable('amendment_proposals')
    .set({ status, resolved_at: context.now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  if (superseded.length > 0) await markSuperseded(queries, context, superseded);
  return true;
}
