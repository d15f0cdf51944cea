/** The data of the timeline panel: one work item, what waits for a decision, and what happened to it. */
import * as z from 'zod';
import { findingViewSchema } from '../../protocol/review-panel-data.ts';
import { distributionSchema } from '../../protocol/scenarios-panel-data.ts';
import { statusViewSchema } from '../../protocol/status-view.ts';

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

/** What scenarios and the review said about the change of a sub-item. */
export const judgementViewSchema = z.object({
  /** The id of the sub-item. */
  subItem: z.string(),
  title: z.string(),
  scenarios: z
    .object({
      status: statusViewSchema,
      /** `100 % of 6 trajectories, at least 90 %`. Absent if none was planned. */
      score: z.string().optional(),
      /** Why the holdout is not enforced. */
      holdout: z.string().optional(),
      /** Whether the change was replaced since. */
      isOutdated: z.boolean(),
      results: z.array(
        z.object({
          id: z.string(),
          score: z.string(),
          planned: z.int().min(1),
          distribution: distributionSchema,
        }),
      ),
    })
    .optional(),
  review: z
    .object({
      status: statusViewSchema,
      /** Whether the change was replaced since. */
      isOutdated: z.boolean(),
      /** The most severe ones first. */
      findings: z.array(findingViewSchema),
      /** Further findings, which are not kept. */
      omitted: z.int(),
      /** Passes without a valid answer, and what could not be checked. */
      warnings: z.array(z.string()),
    })
    .optional(),
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
  judgements: z.array(judgementViewSchema),
  costs: z.array(z.object({ place: z.string(), cost: z.string(), executions: z.int(), note: z.string() })),
  /** Newest first. */
  entries: z.array(timelineEntrySchema),
  actions: z.array(z.enum(['run', 'step', 'restart', 'cancel'])),
  /** Whether the person can decide here. False in an untrusted workspace. */
  canDecide: z.boolean(),
});

export type ItemPart = z.infer<typeof itemPartSchema>;
export type JudgementView = z.infer<typeof judgementViewSchema>;
export type TimelineEntryView = z.infer<typeof timelineEntrySchema>;
export type TimelineView = z.infer<typeof timelineViewSchema>;
export type TimelineAction = TimelineView['actions'][number];
