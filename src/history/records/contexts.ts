import type { HistoryContext, Queries } from '../database/connection.ts';
import { encodeJson } from '../database/stored-json.ts';
import { chunkContextSchema, type ChunkContext } from './chunk-context.ts';
import { decodeRows } from './decode-rows.ts';

export interface StoredContext {
  readonly chunkId: string;
  readonly context: ChunkContext;
  readonly runId: string | undefined;
  readonly createdAt: string;
}

/** Replaces the context of a chunk. It becomes the latest context of the specification. */
export async function writeContext(
  queries: Queries,
  context: HistoryContext,
  record: { readonly runId: string; readonly specId: string; readonly chunkId: string; readonly context: ChunkContext },
): Promise<void> {
  await queries
    .deleteFrom('chunk_contexts')
    .where('spec_id', '=', record.specId)
    .where('chunk_id', '=', record.chunkId)
    .execute();
  const run = await queries.selectFrom('runs').select('revision').where('run_id', '=', record.runId).executeTakeFirst();
  await queries
    .insertInto('chunk_contexts')
    .values({
      spec_id: record.specId,
      chunk_id: record.chunkId,
      run_id: record.runId,
      revision: run?.revision ?? null,
      context: encodeJson(record.context),
      created_at: context.now(),
    })
    .execute();
}

/** Reads the contexts of a specification in the order of recording. Reports and skips damaged records. */
export async function readContexts(
  queries: Queries,
  context: HistoryContext,
  specId: string,
): Promise<readonly StoredContext[]> {
  const rows = await queries
    .selectFrom('chunk_contexts')
    .selectAll()
    .where('spec_id', '=', specId)
    .orderBy('id')
    .execute();
  return decodeRows(context, rows, (row, decode) => ({
    chunkId: row.chunk_id,
    context: decode(chunkContextSchema, row.context, `the context of chunk ${row.chunk_id}`),
    runId: row.run_id ?? undefined,
    createdAt: row.created_at,
  }));
}
