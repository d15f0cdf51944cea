/** The messages between the extension and the timeline panel. */
import * as z from 'zod';
import { sourceLocationSchema } from '../../protocol/source-location.ts';
import { itemPartSchema, timelineViewSchema } from './timeline-panel-data.ts';

/** The state that survives a reload of the window. */
export const timelineMemorySchema = z.object({
  /** The URI of the workspace folder. */
  folder: z.string(),
  item: z.string(),
  /** Whether effects and model calls are shown. */
  showsDetails: z.boolean().optional(),
});

/** From the extension to the panel. */
export const messageToTimelinePanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('show'), memory: timelineMemorySchema, view: timelineViewSchema }),
  /** There is nothing to show. The message states the reason. */
  z.object({ type: z.literal('nothing'), memory: timelineMemorySchema, message: z.string() }),
]);

/** From the panel to the extension. */
export const messageFromTimelinePanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('act'), action: z.enum(['run', 'step', 'restart', 'cancel']) }),
  /** Opens a file of the change that was reviewed. */
  z.object({ type: z.literal('open-finding'), subItem: z.string(), location: sourceLocationSchema }),
  z.object({ type: z.enum(['approve', 'reject', 'open']), part: itemPartSchema }),
]);

export type TimelineMemory = z.infer<typeof timelineMemorySchema>;
export type MessageToTimelinePanel = z.infer<typeof messageToTimelinePanelSchema>;
export type MessageFromTimelinePanel = z.infer<typeof messageFromTimelinePanelSchema>;
