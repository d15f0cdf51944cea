/** The data of the amendment panel. The extension creates it and the webview renders it. */
import * as z from 'zod';
import { sourceLocationSchema } from './source-location.ts';

export const diffLineSchema = z.object({
  kind: z.enum(['added', 'removed', 'context', 'hunk', 'note']),
  /** The line number in the old and in the new text. */
  before: z.int().min(1).optional(),
  after: z.int().min(1).optional(),
  text: z.string(),
});

/** One change of the contract. The values are formatted as the user would write them. */
export const amendmentChangeSchema = z.object({
  /** The path in the contract, such as `chunks[1].functions[0].signature`. */
  path: z.string(),
  oldText: z.string(),
  newText: z.string(),
  /** Whether the value is formatted as JSON instead of plain text. */
  isJson: z.boolean(),
  /** The location of the old value in the contract. */
  location: sourceLocationSchema.optional(),
});

export const amendmentViewSchema = z.object({
  id: z.string(),
  contract: z.string(),
  chunk: z.object({ id: z.string(), title: z.string() }),
  runId: z.string(),
  /** A decision about the proposal of a person or an agent starts no run and fails no chunk. */
  proposedBy: z.enum(['model', 'person', 'agent']),
  status: z.enum(['pending', 'accepted', 'rejected', 'dropped', 'superseded']),
  reason: z.string(),
  changes: z.array(amendmentChangeSchema),
  /** The change as a diff of the contract text. */
  lines: z.array(diffLineSchema),
  types: z.array(z.object({ name: z.string(), definition: z.string() })),
  affected: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      reasons: z.array(z.string()),
      location: sourceLocationSchema.optional(),
    }),
  ),
  /** The uses of the names that the amendment changes. */
  usedBy: z.array(z.object({ symbol: z.string(), location: sourceLocationSchema })),
  violations: z.array(z.object({ message: z.string(), expected: z.string(), actual: z.string() })),
  createdAt: z.string(),
  resolvedAt: z.string().optional(),
  note: z.string().optional(),
  /** Why the amendment cannot be accepted now, and whether it can be rejected. */
  blocker: z.object({ message: z.string(), canReject: z.boolean() }).optional(),
});

/** A value that replaces the proposed value at a path in the contract. */
export const editedChangeSchema = z.object({ path: z.string(), newText: z.string() });

export type DiffLine = z.infer<typeof diffLineSchema>;
export type AmendmentChangeView = z.infer<typeof amendmentChangeSchema>;
export type AmendmentView = z.infer<typeof amendmentViewSchema>;
export type EditedChange = z.infer<typeof editedChangeSchema>;
