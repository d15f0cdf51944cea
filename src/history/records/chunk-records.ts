import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import type { DeepReadonly } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

const landedFileSchema = z.object({
  /** Relative to the workspace folder. */
  path: z.string(),
  /** The sha256 of the content before the landing; null if there was no file. Absent if it is unknown. */
  before: z.string().nullable().optional(),
  /** The sha256 of the landed content; null if the landing deleted the file. */
  after: z.string().nullable(),
});

/** A file of a landing. */
export type LandedFile = DeepReadonly<z.infer<typeof landedFileSchema>>;

/** A landing that records that a chunk passed. */
export interface NewChunkRecord {
  readonly specId: string;
  readonly chunkId: string;
  readonly fingerprint: string;
  /** Undefined if a person recorded the chunk without a run. */
  readonly runId: string | undefined;
  /** The workspace folder relative to the top level of the repository: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** The commit of the landing, if it made one. */
  readonly commit: string | undefined;
  /** The commit that was checked out before the landing. */
  readonly revision: string | undefined;
  readonly files: readonly LandedFile[];
  /** The landing that the record is part of. Absent if a person recorded the chunk without a run. */
  readonly landingId?: string | undefined;
}

export interface StoredChunkRecord extends NewChunkRecord {
  /** Later records have higher numbers. */
  readonly id: number;
}

/** Hashes and ids are stored as they are: redaction must not change what is read back. */
export async function insertRecord(queries: Queries, context: HistoryContext, record: NewChunkRecord): Promise<void> {
  await queries
    .insertInto('chunk_records')
    .values({
      spec_id: record.specId,
      chunk_id: record.chunkId,
      fingerprint: record.fingerprint,
      run_id: record.runId ?? null,
      prefix: record.prefix,
      commit_id: record.commit ?? null,
      revision: record.revision ?? null,
      files: JSON.stringify(record.files),
      created_at: context.now(),
      undone_at: null,
      landing_id: record.landingId ?? null,
    })
    .execute();
}

/** Reads the records of a folder that were not undone, oldest first. Reports and skips damaged records. */
export async function readRecords(
  queries: Queries,
  context: HistoryContext,
  filter: {
    readonly prefix: string;
    readonly specId?: string | undefined;
    readonly chunk?: { readonly specId: string; readonly chunkId: string; readonly fingerprint: string } | undefined;
    /** Only records after this one. */
    readonly after?: number | undefined;
  },
): Promise<readonly StoredChunkRecord[]> {
  let query = queries
    .selectFrom('chunk_records')
    .selectAll()
    .where('prefix', '=', filter.prefix)
    .where('undone_at', 'is', null);
  if (filter.specId !== undefined) query = query.where('spec_id', '=', filter.specId);
  if (filter.chunk !== undefined) {
    query = query
      .where('spec_id', '=', filter.chunk.specId)
      .where('chunk_id', '=', filter.chunk.chunkId)
      .where('fingerprint', '=', filter.chunk.fingerprint);
  }
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  const rows = await query.orderBy('id').execute();
  return decodeRows(context, rows, (row, decode) => ({
    id: row.id,
    specId: row.spec_id,
    chunkId: row.chunk_id,
    fingerprint: row.fingerprint,
    runId: row.run_id ?? undefined,
    prefix: row.prefix,
    commit: row.commit_id ?? undefined,
    revision: row.revision ?? undefined,
    files: decode(z.array(landedFileSchema), row.files, `the record of chunk ${row.chunk_id}`),
  }));
}

/** Marks the records of a run as undone. */
export async function undoRecords(queries: Queries, context: HistoryContext, runId: string): Promise<void> {
  await queries
    .updateTable('chunk_records')
    .set({ undone_at: context.now() })
    .where('run_id', '=', runId)
    .where('undone_at', 'is', null)
    .execute();
}
