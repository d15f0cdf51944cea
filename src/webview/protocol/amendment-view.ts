/** What the amendment panel shows. The extension makes it, the webview draws it; both compile against these schemas. */
import * as z from 'zod';
import { placeSchema } from './view.ts';

export const diffLineSchema = z.object({
  kind: z.enum(['added', 'removed', 'context', 'hunk', 'note']),
  before: z.int().min(1).optional(),
  after: z.int().min(1).optional(),
  text: z.string(),
});

/** One change of the contract's data, its values as a person writes them. */
export const amendmentChangeSchema = z.object({
  path: z.string(),
  oldText: z.string(),
  newText: z.string(),
  /** Whether the value is written as JSON; as plain text otherwise. */
  isJson: z.boolean(),
  /** Where the old value stands in the contract. */
  place: placeSchema.optional(),
});

export const amendmentViewSchema = z.object({
  id: z.string(),
  contract: z.string(),
  chunk: z.object({ id: z.string(), title: z.string() }),
  runId: z.string(),
  status: z.enum(['pending', 'accepted', 'rejected', 'dropped', 'superseded']),
  reason: z.string(),
  changes: z.array(amendmentChangeSchema),
  /** The change as a difference of the contract's own text. */
  lines: z.array(diffLineSchema),
  types: z.array(z.object({ name: z.string(), definition: z.string() })),
  affected: z.array(
    z.object({ id: z.string(), title: z.string(), reasons: z.array(z.string()), place: placeSchema.optional() }),
  ),
  usedBy: z.array(z.object({ symbol: z.string(), place: placeSchema })),
  violations: z.array(z.object({ message: z.string(), expected: z.string(), actual: z.string() })),
  createdAt: z.string(),
  resolvedAt: z.string().optional(),
  note: z.string().optional(),
  /** Why it cannot be accepted now, where that is so; whether it can be rejected all the same. */
  hindrance: z.object({ message: z.string(), canReject: z.boolean() }).optional(),
});

/** A value that a person has written in the place of the proposed one. */
export const editedChangeSchema = z.object({ path: z.string(), newText: z.string() });

export type DiffLine = z.infer<typeof diffLineSchema>;
export type AmendmentChangeView = z.infer<typeof amendmentChangeSchema>;
export type AmendmentView = z.infer<typeof amendmentViewSchema>;
export type EditedChange = z.infer<typeof editedChangeSchema>;
