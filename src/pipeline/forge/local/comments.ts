import { findMarker, formatMarker, type Marker } from '../marker.ts';
import type { ForgeComment } from '../forge.ts';
import type { PipelineQueries } from '../../database/pipeline-database.ts';
import { toNumber } from './entries.ts';

/** The comments on items and pull requests of the local forge. */

interface CommentRow {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly created_at: string;
  readonly edited_at: string | null;
}

export async function insertComment(
  queries: PipelineQueries,
  comment: { readonly number: number; readonly author: string; readonly body: string; readonly createdAt: string },
): Promise<ForgeComment> {
  const row = await queries
    .insertInto('forge_comments')
    .values({
      number: comment.number,
      author: comment.author,
      body: comment.body,
      marker: findMarker(comment.body) ?? null,
      created_at: comment.createdAt,
      edited_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toComment(row);
}

/** The comments after one, oldest first. */
export async function selectComments(
  queries: PipelineQueries,
  number: number,
  after: string | undefined,
): Promise<readonly ForgeComment[]> {
  const rows = await queries
    .selectFrom('forge_comments')
    .selectAll()
    .where('number', '=', number)
    .where('id', '>', after === undefined ? 0 : (toNumber(after) ?? 0))
    .orderBy('id')
    .execute();
  return rows.map(toComment);
}

/** The comments with a marker, oldest first. */
export async function findComments(
  queries: PipelineQueries,
  number: number,
  marker: Marker,
): Promise<readonly ForgeComment[]> {
  const rows = await queries
    .selectFrom('forge_comments')
    .selectAll()
    .where('number', '=', number)
    .where('marker', '=', formatMarker(marker))
    .orderBy('id')
    .execute();
  return rows.map(toComment);
}

/** Replaces the text of a comment. Returns whether there is such a comment. */
export async function editComment(
  queries: PipelineQueries,
  id: number,
  body: string,
  editedAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('forge_comments')
    .set({ body, marker: findMarker(body) ?? null, edited_at: editedAt })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function toComment(row: CommentRow): ForgeComment {
  return {
    id: String(row.id),
    author: row.author,
    body: row.body,
    createdAt: row.created_at,
    isEdited: row.edited_at !== null,
  };
}
