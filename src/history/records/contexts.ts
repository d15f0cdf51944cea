import type { Queries, Surroundings } from '../connection.ts';
import { chunkContextSchema, type ChunkContext } from '../chunk-context.ts';
import { encodeJson } from '../stored-json.ts';
import { readable } from './readable.ts';

export interface StoredContext {
  readonly chunkId: string;
  readonly context: ChunkContext;
  readonly runId: string | undefined;
  readonly createdAt: string;
}

/** Replaces what was recorded of a chunk before; the chunk then counts as the latest of its contract. */
export async function writeContext(
  queries: Queries,
  around: Surroundings,
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
      context: encodeJson(record.context, around.redact),
      created_at: around.now(),
    })
    .execute();
}

/** In the order in which they were recorded; those that cannot be read are told of and left out. */
export async function readContexts(
  queries: Queries,
  around: Surroundings,
  specId: string,
): Promise<readonly StoredContext[]> {
  const rows = await queries
    .selectFrom('chunk_contexts')
    .selectAll()
    .where('spec_id', '=', specId)
    .orderBy('id')
    .execute();
  return readable(around, rows, (row, decode) => ({
    chunkId: row.chunk_id,
    context: decode(chunkContextSchema, row.context, `the context of chunk ${row.chunk_id}`),
    runId: row.run_id ?? undefined,
    createdAt: row.created_at,
  }));
}
