/** The data of the timeline panel: one work item, what waits for a decision, and what happened to it. */
import * as z from 'zod';
import { statusViewSchema } from './status-view.ts';

/** What the panel can open or decide about: a document, a change or a pull request of the item. */
export const itemPartSchema = z.object({
  hash: z.string().optional(),
  stage: z.string().optional(),
  subItem: z.string().optional(),
  pullRequest: z.int().optional(),
});

export const timelineEntrySchema = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Effects and model calls are details, which the page hides at first. */
  isDetail: z.boolean(),
  status: statusViewSchema,
  /** The stage, and the sub-item if there is one. */
  place: z.string(),
  text: z.string(),
  cost: z.string().optional(),
});

export const timelineViewSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: statusViewSchema,
  /** The last line of progress, if this window works on the item. */
  progress: z.string().optional(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  stages: z.array(z.object({ name: z.string(), state: z.enum(['done', 'current', 'later']) })),
  /** Why people must approve every stage that produces code. */
  safety: z.array(z.string()),
  failure: z.string().optional(),
  decisions: z.array(z.object({ label: z.string(), part: itemPartSchema })),
  documents: z.array(z.object({ label: z.string(), part: itemPartSchema })),
  subItems: z.array(
    z.object({
      title: z.string(),
      status: statusViewSchema,
      stage: z.string(),
      attempts: z.int(),
      dependsOn: z.string(),
      /** Absent if it has no change yet. */
      part: itemPartSchema.optional(),
      pullRequest: z.int().optional(),
    }),
  ),
  costs: z.array(z.object({ place: z.string(), cost: z.string(), executions: z.int(), note: z.string() })),
  /** Newest first. */
  entries: z.array(timelineEntrySchema),
  actions: z.array(z.enum(['run', 'step', 'restart', 'cancel'])),
  /** Whether the person can decide here. False in an untrusted workspace. */
  canDecide: z.boolean(),
});

export type ItemPart = z.infer<typeof itemPartSchema>;
export type TimelineEntryView = z.infer<typeof timelineEntrySchema>;
export type TimelineView = z.infer<typeof timelineViewSchema>;
export type TimelineAction = TimelineView['actions'][number];
