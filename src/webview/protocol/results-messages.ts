/** The messages between the extension and the results panel. */
import * as z from 'zod';
import { chunkViewSchema, gateChoiceSchema, headerViewSchema, transcriptEntrySchema } from './results-panel-data.ts';
import { reviewFileActionSchema } from './pending-files-data.ts';
import { sourceLocationSchema } from './source-location.ts';

export const transcriptPieceSchema = z.object({
  chunk: z.string(),
  attempt: z.int().min(1),
  entries: z.array(transcriptEntrySchema),
});

/** From the extension to the panel. */
export const messageToResultsPanelSchema = z.discriminatedUnion('type', [
  /** The complete data, at the start and when the panel shows another run or contract. */
  z.object({
    type: z.literal('show'),
    header: headerViewSchema,
    chunks: z.array(chunkViewSchema),
    transcripts: z.array(transcriptPieceSchema),
  }),
  /** The header and the changed chunks. `order` lists the ids of all chunks. */
  z.object({
    type: z.literal('update'),
    header: headerViewSchema,
    order: z.array(z.string()),
    chunks: z.array(chunkViewSchema),
  }),
  /** New output and tool calls of the model. */
  z.object({ type: z.literal('transcript'), pieces: z.array(transcriptPieceSchema) }),
]);

/** From the panel to the extension. */
export const messageFromResultsPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-location'), location: sourceLocationSchema }),
  z.object({
    type: z.literal('act'),
    action: headerViewSchema.shape.actions.element,
    /** The chunk that the action applies to. If absent, the action applies to everything in the panel. */
    chunk: z.string().optional(),
  }),
  /** The choice for a waiting run. The instruction is for the next attempt. */
  z.object({
    type: z.literal('choose'),
    runId: z.string(),
    choice: gateChoiceSchema,
    instruction: z.string().optional(),
  }),
  z.object({ type: z.literal('show-amendment'), amendment: z.string() }),
  /** A button of a changed file. */
  z.object({ type: z.literal('review-file'), runId: z.string(), path: z.string(), action: reviewFileActionSchema }),
  /** Undo a landing: the one with this commit, or without a commit the one of the run. */
  z.object({ type: z.literal('undo-landing'), commit: z.string().optional(), runId: z.string().optional() }),
]);

/** The state that survives a reload of the window. */
export const resultsMemorySchema = z.object({
  folder: z.string(),
  contract: z.string(),
  chunk: z.string().optional(),
  runId: z.string().optional(),
  /** The unsent instruction for the next attempt. */
  instruction: z.string().optional(),
});

export type TranscriptPiece = z.infer<typeof transcriptPieceSchema>;
export type MessageToResultsPanel = z.infer<typeof messageToResultsPanelSchema>;
export type MessageFromResultsPanel = z.infer<typeof messageFromResultsPanelSchema>;
export type ResultsMemory = z.infer<typeof resultsMemorySchema>;
