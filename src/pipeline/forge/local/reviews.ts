import { findMarker, formatMarker, type Marker } from '../marker.ts';
import type { LineComment, PullRequestReview } from '../forge.ts';
import type { PipelineQueries } from '../../database/pipeline-database.ts';

/** The reviews of pull requests of the local forge, with their comments on lines. */

export interface NewReview {
  readonly number: number;
  readonly author: string;
  readonly verdict: 'approved' | 'changes-requested' | 'commented';
  /** The head commit of the pull request. */
  readonly commit: string;
  readonly body: string;
  readonly comments: readonly LineComment[];
  readonly submittedAt: string;
}

/** Stores a review. One whose marker exists already is not stored again. Returns its id. */
export async function insertReview(queries: PipelineQueries, review: NewReview): Promise<string> {
  const marker = findMarker(review.body);
  const [existing] = marker === undefined ? [] : await selectIds(queries, review.number, marker);
  if (existing !== undefined) return existing;
  const { id } = await queries
    .insertInto('forge_reviews')
    .values({
      number: review.number,
      author: review.author,
      verdict: review.verdict,
      head_commit: review.commit,
      body: review.body,
      marker: marker ?? null,
      submitted_at: review.submittedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { path, line, body } of review.comments) {
    await queries
      .insertInto('forge_line_comments')
      .values({ review_id: id, path, line: line ?? null, body })
      .execute();
  }
  return String(id);
}

/** The ids of the reviews with a marker, oldest first. */
export function selectMarkedReviews(
  queries: PipelineQueries,
  number: number,
  marker: Marker,
): Promise<readonly string[]> {
  return selectIds(queries, number, formatMarker(marker));
}

async function selectIds(queries: PipelineQueries, number: number, marker: string): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('forge_reviews')
    .select('id')
    .where('number', '=', number)
    .where('marker', '=', marker)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => String(id));
}

/** The reviews of a pull request, oldest first. */
export async function selectReviews(queries: PipelineQueries, number: number): Promise<readonly PullRequestReview[]> {
  const rows = await queries
    .selectFrom('forge_reviews')
    .selectAll()
    .where('number', '=', number)
    .orderBy('id')
    .execute();
  const comments = await queries
    .selectFrom('forge_line_comments')
    .innerJoin('forge_reviews', 'forge_reviews.id', 'forge_line_comments.review_id')
    .where('forge_reviews.number', '=', number)
    .select(['review_id', 'path', 'line', 'forge_line_comments.body as body'])
    .orderBy('forge_line_comments.id')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    author: row.author,
    verdict: row.verdict,
    commit: row.head_commit,
    body: row.body,
    submittedAt: row.submitted_at,
    comments: comments
      .filter((comment) => comment.review_id === row.id)
      .map(({ path, line, body }) => ({ path, body, ...(line === null ? {} : { line }) })),
  }));
}

/** Withdraws an approval or a request for changes. Returns whether there is such a review. */
export async function dismissReview(queries: PipelineQueries, number: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('forge_reviews')
    .set({ verdict: 'dismissed' })
    .where('id', '=', id)
    .where('number', '=', number)
    .where('verdict', 'in', ['approved', 'changes-requested'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
