/** The messages between the extension and the results panel, in both directions. */
import * as z from 'zod';
import { chunkSchema, gateChoiceSchema, headerSchema, placeSchema, transcriptEntrySchema } from './view.ts';

export const transcriptPieceSchema = z.object({
  chunk: z.string(),
  attempt: z.int().min(1),
  entries: z.array(transcriptEntrySchema),
});

/** From the extension to the panel. */
export const toPanelSchema = z.discriminatedUnion('type', [
  /** Everything, at the start and when the panel shows another subject. */
  z.object({
    type: z.literal('show'),
    header: headerSchema,
    chunks: z.array(chunkSchema),
    transcripts: z.array(transcriptPieceSchema),
  }),
  /** The header and the chunks that changed; `order` names every chunk. */
  z.object({
    type: z.literal('update'),
    header: headerSchema,
    order: z.array(z.string()),
    chunks: z.array(chunkSchema),
  }),
  /** What the model said and did since the last piece. */
  z.object({ type: z.literal('transcript'), pieces: z.array(transcriptPieceSchema) }),
]);

/** From the panel to the extension. */
export const fromPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-place'), place: placeSchema }),
  z.object({
    type: z.literal('act'),
    action: headerSchema.shape.actions.element,
    /** The chunk it is about, or none for the whole subject. */
    chunk: z.string().optional(),
  }),
  /** How a run that waits goes on; an instruction is for the next attempt. */
  z.object({
    type: z.literal('choose'),
    runId: z.string(),
    choice: gateChoiceSchema,
    instruction: z.string().optional(),
  }),
  z.object({ type: z.literal('show-amendment'), amendment: z.string() }),
]);

/** What the panel remembers through a reload of the window, kept by the editor. */
export const panelMemorySchema = z.object({
  folder: z.string(),
  contract: z.string(),
  chunk: z.string().optional(),
  runId: z.string().optional(),
  /** What a person has begun to write for the next attempt. */
  instruction: z.string().optional(),
});

export type TranscriptPiece = z.infer<typeof transcriptPieceSchema>;
export type ToPanel = z.infer<typeof toPanelSchema>;
export type FromPanel = z.infer<typeof fromPanelSchema>;
export type PanelMemory = z.infer<typeof panelMemorySchema>;
