import * as z from 'zod';
import { storedFeedbackSchema } from '../../run/commit-attempt/stored-feedback.ts';
import { stageNameSchema, SUB_ITEM_STAGES } from '../../workspace/configuration/pipeline/stage-names.ts';
import { judgementSchema, reviewOutcomeSchema, scenarioOutcomeSchema } from './judgement.ts';

/** One attempt of a sub-item's chunk. */
export const attemptRecordSchema = z.object({
  /** From 1, over all rework. */
  number: z.int().min(1),
  /** The number of the last possible attempt when it ran. Absent in states of earlier versions. */
  of: z.int().min(1).optional(),
  passed: z.boolean(),
  /** The kind of failure, for example `build` or `assert:signature_match`. Absent if it passed. */
  category: z.string().optional(),
  /** Identifies the code that was judged. */
  codeHash: z.string(),
  /** Identifies the tests and requirements that failed. */
  failureHash: z.string().optional(),
  /** Identifies each finding of a failed attempt. Absent if it passed, and in states of earlier versions. */
  findings: z.array(z.string()).readonly().optional(),
  /** The violations, for the report and for the next attempt. */
  summary: z.string(),
  /** What the next attempt receives. Only the latest attempt has it, so that the state stays small. */
  retry: storedFeedbackSchema.optional(),
  costUsd: z.number().nullable(),
  /** When it was recorded (ISO 8601, UTC). Absent in states of earlier versions. */
  at: z.string().optional(),
});

export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

/** A person's or a rule's consent to a document or commit. */
export const approvalSchema = z.object({
  /** The hash of the document or the id of the commit that was approved. */
  hash: z.string(),
  by: z.string(),
  via: z.enum(['gate', 'review', 'merge', 'command']),
  at: z.string(),
  /** The stage of a sub-item whose gate it answered. Absent for stages of the whole item, and in states of earlier versions. */
  stage: stageNameSchema.optional(),
});

export type Approval = z.infer<typeof approvalSchema>;

/** The branch and commit that a change starts from. */
export const subItemBaseSchema = z.object({
  branch: z.string(),
  commit: z.string(),
  /**
   * The results that a generated merge branch consists of, by sub-item: its commit, or `merged`. Absent if the base is the
   * branch of one sub-item, or of the item.
   */
  parts: z.record(z.string(), z.string()).optional(),
});

export type SubItemBase = z.infer<typeof subItemBaseSchema>;

export const subItemSchema = z.object({
  /** The id of its chunk in the planned contract. */
  id: z.string(),
  title: z.string(),
  /** What the sub-item delivers, in Markdown. */
  description: z.string(),
  dependsOn: z.array(z.string()),
  stage: z.enum(SUB_ITEM_STAGES),
  /**
   * `active`: Holdfast works on it, or will as soon as its dependencies have passed. `waiting`: a person decides. `merged`,
   * `rejected` and `invalidated` (something that it depends on was rejected) are final for the round.
   */
  status: z.enum(['active', 'waiting', 'failed', 'merged', 'rejected', 'invalidated']),
  /** The branch and commit that its change starts from. Absent before its first attempt. */
  base: subItemBaseSchema.optional(),
  /** The attempts since generation was entered, or entered again. */
  attempts: z.array(attemptRecordSchema),
  /** The attempts before generation was entered again, for the timeline. Absent if there were none. */
  earlierAttempts: z.array(attemptRecordSchema).optional(),
  /** How many attempts there were, over all rework. Absent before the first. */
  attemptCount: z.int().min(1).optional(),
  /** How often a passed change was sent back to generation. */
  rework: z.int().min(0),
  /** What the next attempt must consider: a person's review, or a change of the base. */
  feedback: z.array(z.string()),
  /** The commit that passed. */
  result: z.string().optional(),
  /** A person changed the branch. Nothing happens to the sub-item until that person, or a decision, resolves it. */
  foreign: z
    .object({
      /** The tip of the branch; absent if the branch was deleted. */
      commit: z.string().optional(),
      /** The tip that Holdfast pushed last; absent if there was none. */
      pushed: z.string().optional(),
      /** The status before. */
      status: z.enum(['active', 'waiting', 'failed']),
    })
    .optional(),
  approval: approvalSchema.optional(),
  /** The last outcome of the scenarios. It counts for the result that it names. */
  scenarios: scenarioOutcomeSchema.optional(),
  /** The last outcome of the review. It counts for the result that it names. */
  review: reviewOutcomeSchema.optional(),
  /** How often scenarios and the review sent a result back since a person decided last. Absent if never. */
  remediations: z.int().min(1).optional(),
  /** How many reviews in a row had no valid answer. Absent if the last one had. */
  brokenReviews: z.int().min(1).optional(),
  /** All judgements of this round, for the timeline. Absent if there were none. */
  judgements: z.array(judgementSchema).optional(),
  /** The status of the human approval that was set last [ASSERT-REVIEW-006]. */
  humanApproval: z.object({ commit: z.string(), state: z.enum(['pending', 'success']) }).optional(),
});

export type SubItem = z.infer<typeof subItemSchema>;

/** A sub-item whose tries count from the start. Its attempts stay in the timeline. */
export function withFreshTries(subItem: SubItem): SubItem {
  const { attempts, earlierAttempts = [] } = subItem;
  if (attempts.length === 0) return subItem;
  const ended = attempts.map((attempt): AttemptRecord => ({ ...attempt, retry: undefined }));
  return { ...subItem, attempts: [], earlierAttempts: [...earlierAttempts, ...ended] };
}

/** Whether a person approved the result at the stage where it is. */
export function isApproved({ approval, result, stage }: SubItem): boolean {
  return approval !== undefined && approval.hash === result && (approval.stage ?? stage) === stage;
}

/** Whether nothing more happens to a sub-item in this round. */
export function isFinal({ status }: SubItem): boolean {
  return status === 'merged' || status === 'rejected' || status === 'invalidated';
}
