/** The changed files of a result that waits for review, as the results panel shows them. */
import * as z from 'zod';

/** What was decided about all hunks of a file; `mixed` if it differs or is not complete. */
const fileDecisionSchema = z.enum(['accepted', 'rejected', 'undecided', 'mixed']);

export const reviewFileSchema = z.object({
  path: z.string(),
  previousPath: z.string().optional(),
  kind: z.enum(['created', 'modified', 'deleted', 'renamed']),
  binary: z.boolean(),
  decision: fileDecisionSchema,
  /** The numbers of hunks. */
  total: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  /** Whether no hunk is undecided. */
  reviewed: z.boolean(),
});

export const reviewFilesSchema = z.object({
  runId: z.string(),
  /** The label of the button that accepts the result, and of the other way to accept it, if there is one. */
  accept: z.string(),
  acceptOtherwise: z.string().optional(),
  files: z.array(reviewFileSchema),
});

/** What a button of a file does: open its diff, reject all its hunks, or take the decisions on them back. */
export const reviewFileActionSchema = z.enum(['open', 'rejected', 'undecided']);

export type PendingFileView = z.infer<typeof reviewFileSchema>;
export type PendingFilesView = z.infer<typeof reviewFilesSchema>;
export type PendingFileAction = z.infer<typeof reviewFileActionSchema>;
