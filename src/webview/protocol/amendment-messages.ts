/** The messages between the extension and the amendment panel, in both directions. */
import * as z from 'zod';
import { amendmentViewSchema, editedChangeSchema } from './amendment-view.ts';
import { placeSchema } from './view.ts';

/** What the panel shows, kept by the editor through a reload of the window. */
export const amendmentMemorySchema = z.object({
  /** The uri of the workspace folder, as text. */
  folder: z.string(),
  /** The amendment's id. */
  amendment: z.string(),
  /** What the person has written in the place of proposed values, by their paths; absent where they write nothing. */
  written: z.record(z.string(), z.string()).optional(),
});

/** From the extension to the panel. */
export const toAmendmentPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('show'), memory: amendmentMemorySchema, view: amendmentViewSchema }),
  z.object({ type: z.literal('failed'), memory: amendmentMemorySchema, message: z.string() }),
  /** What was decided could not be done; what is wrong with a value stands with its path. */
  z.object({
    type: z.literal('refused'),
    message: z.string(),
    errors: z.array(z.object({ path: z.string().optional(), message: z.string() })),
  }),
]);

/** From the panel to the extension. */
export const fromAmendmentPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-place'), place: placeSchema }),
  z.object({ type: z.literal('open-diff') }),
  z.object({ type: z.literal('show-run') }),
  /** With the person's own values where they have written some. */
  z.object({ type: z.literal('accept'), changes: z.array(editedChangeSchema).optional() }),
  z.object({ type: z.literal('reject') }),
]);

export type AmendmentMemory = z.infer<typeof amendmentMemorySchema>;
export type ToAmendmentPanel = z.infer<typeof toAmendmentPanelSchema>;
export type FromAmendmentPanel = z.infer<typeof fromAmendmentPanelSchema>;
export type Refusal = Extract<ToAmendmentPanel, { type: 'refused' }>;
