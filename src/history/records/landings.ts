import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { encodeJson, type DeepReadonly } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

const chunksSchema = z.array(
  z.object({
    specId: z.string(),
    id: z.string(),
    title: z.string(),
    fingerprint: z.string().optional(),
    runId: z.string().optional(),
  }),
);

/** A chunk of a landing. Without a fingerprint, the landing is no record that it passed. */
export type LandedChunk = DeepReadonly<z.infer<typeof chunksSchema>[number]>;

/** What landed at once: one chunk, or several that were reviewed together. */
export interface NewLanding {
  /** Random: letters and digits. */
  readonly id: string;
  /** The workspace folder relative to the top level of the repository: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** The contract file, relative to the folder. */
  readonly contract: string;
  /** The subject of the commit, also if there is none. */
  readonly title: string;
  readonly chunks: readonly LandedChunk[];
  /** The files that were written, relative to the folder. */
  readonly files: readonly string[];
  /** The git name of the person; absent if it is not known. */
  readonly author?: string | undefined;
  /** The branch that was checked out; absent without git and on a detached HEAD. */
  readonly branch?: string | undefined;
  /** Absent if the landing made no commit. */
  readonly commit?: string | undefined;
  /** ISO 8601 in UTC. Default: now. */
  readonly createdAt?: string | undefined;
}

export interface StoredLanding extends NewLanding {
  readonly createdAt: string;
  /** When the landing was undone; absent if it was not. ISO 8601 in UTC. */
  readonly undoneAt?: string | undefined;
  /** The commit that undid it; absent if the undo made no commit. */
  readonly undoneCommit?: string | undefined;
}

export async function insertLanding(queries: Queries, context: HistoryContext, landing: NewLanding): Promise<void> {
  await queries
    .insertInto('landings')
    .values({
      id: landing.id,
      prefix: landing.prefix,
      folder: landing.folder,
      contract: landing.contract,
      title: context.redact(landing.title),
      chunks: encodeJson(landing.chunks),
      files: encodeJson(landing.files),
      author: landing.author ?? null,
      branch: landing.branch ?? null,
      commit_id: landing.commit ?? null,
      created_at: landing.createdAt ?? context.now(),
      undone_at: null,
      undone_commit: null,
    })
    .execute();
}

/** Reads the landings of a workspace folder, newest first. Reports and skips damaged records. */
export async function readLandings(
  queries: Queries,
  context: HistoryContext,
  filter: {
    readonly prefix: string;
    readonly limit?: number | undefined;
    /** Only landings with one of these commits. */
    readonly commits?: readonly string[] | undefined;
  },
): Promise<readonly StoredLanding[]> {
  let query = queries.selectFrom('landings').selectAll().where('prefix', '=', filter.prefix);
  if (filter.commits !== undefined) query = query.where('commit_id', 'in', filter.commits);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').execute();
  return decodeRows(context, rows, (row, decode) => ({
    id: row.id,
    prefix: row.prefix,
    folder: row.folder ?? '',
    contract: row.contract,
    title: row.title,
    chunks: decode(chunksSchema, row.chunks, `the landing ${row.id}`),
    files: decode(z.array(z.string()), row.files, `the landing ${row.id}`),
    ...(row.author === null ? {} : { author: row.author }),
    ...(row.branch === null ? {} : { branch: row.branch }),
    ...(row.commit_id === null ? {} : { commit: row.commit_id }),
    createdAt: row.created_at,
    ...(row.undone_at === null ? {} : { undoneAt: row.undone_at }),
    ...(row.undone_commit === null ? {} : { undoneCommit: row.undone_commit }),
  }));
}

/** Marks a landing and the records of its chunks as undone. */
export async function markUndone(
  queries: Queries,
  context: HistoryContext,
  id: string,
  { commit, undoneCommit }: { readonly commit: string | undefined; readonly undoneCommit: string | undefined },
): Promise<void> {
  const undoneAt = context.now();
  await queries
    .updateTable('landings')
    .set({ undone_at: undoneAt, undone_commit: undoneCommit ?? null, commit_id: commit ?? null })
    .where('id', '=', id)
    .execute();
  await queries
    .updateTable('chunk_records')
    .set({ undone_at: undoneAt })
    .where('landing_id', '=', id)
    .where('undone_at', 'is', null)
    .execute();
}

/** Reads the commits of the landings that were undone without a commit. */
export async function readUndoneCommits(queries: Queries, prefix: string): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom('landings')
    .select('commit_id')
    .where('prefix', '=', prefix)
    .where('undone_at', 'is not', null)
    .where('undone_commit', 'is', null)
    .where('commit_id', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ commit_id }) => commit_id ?? []));
}
