import * as z from 'zod';
import { stageNameSchema } from '../../workspace/configuration/pipeline/stage-names.ts';

const common = {
  /** Unique within the item. The key of the marker that finds the object again. */
  key: z.string(),
  round: z.int(),
  stage: stageNameSchema,
  /** When a process began to perform it, and which [PIPE-2]. Absent before. */
  intent: z.object({ owner: z.string(), at: z.string() }).optional(),
  /** The forge refused it. It is tried again when a person resumes the item. */
  isBlocked: z.literal(true).optional(),
};

/**
 * A change on the forge that follows from a transition. Effects are performed in order, each between its intent and its
 * receipt in the state. They name what they show; its text is made from the state when they are performed.
 */
export const effectSchema = z.discriminatedUnion('type', [
  /** Sets the labels that the state projects. */
  z.object({ ...common, type: z.literal('labels') }),
  z.object({ ...common, type: z.literal('comment'), body: z.string() }),
  /** Creates or moves a branch. `expected` is the tip that it must have before. */
  z.object({
    ...common,
    type: z.literal('branch'),
    name: z.string(),
    commit: z.string(),
    expected: z.string().optional(),
    subItem: z.string().optional(),
  }),
  z.object({
    ...common,
    type: z.literal('pull-request'),
    title: z.string(),
    /** Markdown. The references to other objects are added when it is created. */
    body: z.string(),
    head: z.string(),
    base: z.string(),
    /** Absent for the specification and the interfaces. */
    subItem: z.string().optional(),
  }),
  /** Creates the issue of a sub-item and links it to its parent. */
  z.object({ ...common, type: z.literal('sub-item'), subItem: z.string(), title: z.string(), body: z.string() }),
  /** Closes the issue of a sub-item. */
  z.object({ ...common, type: z.literal('close-sub-item'), subItem: z.string(), issue: z.string() }),
  /** Posts the findings about a result as comments on its pull request [ASSERT-INT-002]. */
  z.object({ ...common, type: z.literal('review'), subItem: z.string(), commit: z.string() }),
  /** Sets the status of a commit that says whether a person approved it [ASSERT-REVIEW-006]. */
  z.object({
    ...common,
    type: z.literal('human-approval'),
    subItem: z.string(),
    commit: z.string(),
    state: z.enum(['pending', 'success']),
    /** Who approved the commit. Absent while it is pending. */
    by: z.string().optional(),
  }),
  z.object({ ...common, type: z.literal('retarget'), pullRequest: z.int(), base: z.string() }),
  z.object({
    ...common,
    type: z.literal('close-pull-request'),
    pullRequest: z.int(),
    /** The commit that contains the change, if it counts as merged, and the explanation for people. */
    merged: z.object({ commit: z.string(), reason: z.string() }).optional(),
  }),
]);

export type Effect = z.infer<typeof effectSchema>;

/** What an effect left on the forge. */
export const receiptSchema = z.object({
  at: z.string(),
  /** The id of the item or comment. */
  id: z.string().optional(),
  pullRequest: z.int().optional(),
  commit: z.string().optional(),
});

export type Receipt = z.infer<typeof receiptSchema>;

type WithoutCommon<Kind> = Kind extends Effect ? Omit<Kind, 'round' | 'stage' | 'intent' | 'isBlocked'> : never;

/** An effect as a stage plans it. The transition adds its round and stage. */
export type PlannedEffect = WithoutCommon<Effect>;
