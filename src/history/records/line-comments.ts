import * as z from 'zod';
import { redactTexts } from '../../foundation/redacted-texts.ts';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { encodeJson } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

export const COMMENT_STATUSES = ['open', 'addressed', 'blocked', 'resolved'] as const;

/**
 * - `open`: the agent has not answered
 * - `addressed`: the agent says so, or its lines changed
 * - `blocked`: the agent says why it cannot
 * - `resolved`: the person closed it
 */
export type CommentStatus = (typeof COMMENT_STATUSES)[number];

const contentSchema = z.object({
  /** Relative to the workspace folder. */
  file: z.string(),
  /** From 1, at the time of the comment. */
  line: z.number(),
  /** The commit of the snapshot of that time. It is kept for some days. */
  snapshot: z.string().optional(),
  /** The line, and the lines around it, at that time. */
  lineText: z.string(),
  above: z.string(),
  below: z.string(),
  declaration: z.string(),
  /** What is wrong. */
  text: z.string(),
  /** What is wanted. */
  wanted: z.string().optional(),
  /** Who wrote it: a git name, or the login of a forge. */
  author: z.string().optional(),
  /** The run whose result has the line. Such a comment is for the next run of the chunk, and for no session. */
  run: z.string().optional(),
  /** Where a comment of a forge is. */
  url: z.string().optional(),
  answer: z.object({ text: z.string(), by: z.enum(['agent', 'lines']), at: z.string() }).optional(),
});

export type CommentContent = Readonly<z.infer<typeof contentSchema>>;

/** A comment of a person on a line of a change. */
export interface StoredComment extends CommentContent {
  readonly id: string;
  /** The session that must answer it, as those that start later; `undefined`: every session of the folder. */
  readonly session: string | undefined;
  readonly status: CommentStatus;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface CommentFilter {
  readonly statuses?: readonly CommentStatus[] | undefined;
}

export async function insertComment(
  queries: Queries,
  context: HistoryContext,
  {
    id,
    session,
    content,
  }: { readonly id: string; readonly session: string | undefined; readonly content: CommentContent },
): Promise<void> {
  const now = context.now();
  await queries
    .insertInto('line_comments')
    .values({
      id,
      folder: context.folder,
      session: session ?? null,
      status: 'open',
      comment: encodeJson(redactTexts(content, context.redact)),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Reads the comments of the folder, oldest first. */
export async function readComments(
  queries: Queries,
  context: HistoryContext,
  { statuses }: CommentFilter,
): Promise<readonly StoredComment[]> {
  let query = queries.selectFrom('line_comments').selectAll();
  if (context.folder !== null) query = query.where('folder', '=', context.folder);
  if (statuses !== undefined) query = query.where('status', 'in', [...statuses]);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  return decodeRows(context, rows, (row, decode) => ({
    id: row.id,
    session: row.session ?? undefined,
    status: COMMENT_STATUSES.find((one) => one === row.status) ?? 'open',
    createdAt: row.created_at,
    ...decode(contentSchema, row.comment, `the comment ${row.id}`),
  }));
}

/** Sets the status of a comment; an open one has no answer. Returns false if the comment does not exist, or is resolved. */
export async function updateComment(
  queries: Queries,
  context: HistoryContext,
  id: string,
  { status, answer }: { readonly status: CommentStatus; readonly answer?: CommentContent['answer'] },
): Promise<boolean> {
  const rows = await queries
    .selectFrom('line_comments')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'resolved')
    .execute();
  const [content] = decodeRows(context, rows, (row, decode) => decode(contentSchema, row.comment, `the comment ${id}`));
  if (content === undefined) return false;
  const isKept = answer === undefined && status !== 'open';
  const comment = isKept ? content : { ...content, answer: answer && redactTexts(answer, context.redact) };
  await queries
    .updateTable('line_comments')
    .set({ status, comment: encodeJson(comment), updated_at: context.now() })
    .where('id', '=', id)
    .execute();
  return true;
}
