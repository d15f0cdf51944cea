/** The messages between the extension and the amendment panel. */
import * as z from 'zod';
import { amendmentViewSchema, editedChangeSchema } from './amendment-panel-data.ts';
import { sourceLocationSchema } from './source-location.ts';

/** The state that survives a reload of the window. */
export const amendmentMemorySchema = z.object({
  /** The URI of the workspace folder. */
  folder: z.string(),
  /** The id of the amendment. */
  amendment: z.string(),
  /** The edited values by path. Absent if the user is not editing. */
  written: z.record(z.string(), z.string()).optional(),
});

/** From the extension to the panel. */
export const messageToAmendmentPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('show'), memory: amendmentMemorySchema, view: amendmentViewSchema }),
  z.object({ type: z.literal('failed'), memory: amendmentMemorySchema, message: z.string() }),
  /** The decision failed. An error of an edited value has its path. */
  z.object({
    type: z.literal('refused'),
    message: z.string(),
    errors: z.array(z.object({ path: z.string().optional(), message: z.string() })),
  }),
]);

/** From the panel to the extension. */
export const messageFromAmendmentPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-location'), location: sourceLocationSchema }),
  z.object({ type: z.literal('open-diff') }),
  z.object({ type: z.literal('show-run') }),
  /** `changes` are the edited values, if any. */
  z.object({ type: z.literal('accept'), changes: z.array(editedChangeSchema).optional() }),
  z.object({ type: z.literal('reject') }),
]);

export type AmendmentMemory = z.infer<typeof amendmentMemorySchema>;
export type MessageToAmendmentPanel = z.infer<typeof messageToAmendmentPanelSchema>;
export type MessageFromAmendmentPanel = z.infer<typeof messageFromAmendmentPanelSchema>;
export type Refusal = Extract<MessageToAmendmentPanel, { type: 'refused' }>;
