import * as z from 'zod';
import { pendingAuditSchema } from './audit-entry.ts';
import { stageNameSchema } from '../../workspace/configuration/pipeline/stage-names.ts';
import { effectSchema, receiptSchema } from './effect.ts';
import { lockSchema } from './lock.ts';
import { policySchema } from './policy.ts';
import { spendingSchema } from './spending.ts';
import { approvalSchema, subItemSchema } from './sub-item.ts';

/** What the checks or a person said about an answer of a stage. */
export const verdictSchema = z.object({
  at: z.string(),
  verdict: z.enum(['accepted', 'refused', 'rejected']),
  /** The mistakes, or who rejected it and why. Empty if it was accepted. */
  text: z.string(),
});

/** What happened in a stage of the whole item. */
export const stageRecordSchema = z.object({
  /** Answers that were refused since the stage was entered or resumed. */
  refused: z.int().min(0),
  /** How many answers were accepted in this round. A rejected one counts. */
  revision: z.int().min(0),
  /** The accepted answer [PIPE-2]: it is stored before its first effect and never requested again. */
  answer: z.object({ hash: z.string(), value: z.json() }).optional(),
  /** The last answer that was refused or rejected, which the next try improves. */
  earlier: z.json().optional(),
  /** Mistakes of refused answers and reasons of rejections, for the next try. */
  feedback: z.array(z.string()),
  /** All verdicts on answers in this round, for the timeline. Absent in states of earlier versions. */
  verdicts: z.array(verdictSchema).optional(),
  approval: approvalSchema.optional(),
});

export type StageRecord = z.infer<typeof stageRecordSchema>;

export type StageVerdict = z.infer<typeof verdictSchema>;

export const FAILURE_REASONS = [
  'tries-exhausted',
  'budget-exceeded',
  'escalated',
  'no-progress',
  'error',
  'foreign-change',
  'environment',
] as const;

export const failureSchema = z.object({
  stage: stageNameSchema,
  subItem: z.string().optional(),
  reason: z.enum(FAILURE_REASONS),
  message: z.string(),
  at: z.string(),
});

export type Failure = z.infer<typeof failureSchema>;

export const safetyReasonSchema = z.object({
  source: z.enum(['classification', 'module', 'planned-file', 'changed-file']),
  /** The module, path or rationale. */
  detail: z.string(),
});

export type SafetyReason = z.infer<typeof safetyReasonSchema>;

/** The authoritative state of an item: a small JSON document that is changed only by compare-and-swap [PIPE-1]. */
export const itemStateSchema = z.object({
  version: z.literal(1),
  item: z.string(),
  title: z.string(),
  round: z.int().min(1),
  status: z.enum(['active', 'waiting', 'failed', 'finished', 'cancelled']),
  /** People changed the labels against the state: nothing happens until they are restored, or the item is approved or restarted. */
  isLabelConflict: z.literal(true).optional(),
  /** The item has no text to work from. It waits until its text changes or a person comments. */
  informationRequest: z.object({ textHash: z.string() }).optional(),
  stage: stageNameSchema,
  base: z.object({ branch: z.string(), commit: z.string() }),
  policy: policySchema,
  /** The item is safety-affecting if there is a reason. Reasons are never removed. */
  safety: z.array(safetyReasonSchema),
  stages: z.partialRecord(stageNameSchema, stageRecordSchema),
  subItems: z.array(subItemSchema),
  /** The planned contract. Generation runs exactly these bytes. */
  contract: z.object({ text: z.string(), hash: z.string() }).optional(),
  spending: z.array(spendingSchema),
  /** The effects that are not performed yet, in order. */
  outbox: z.array(effectSchema),
  /** The performed effects, by key. */
  receipts: z.record(z.string(), receiptSchema),
  /** Counts the planned effects, so that repeated ones have different keys. */
  sequence: z.int().min(0),
  /** The labels that were set last. */
  labels: z.array(z.string()),
  /** Labels that a process began to add or remove. It is unknown whether the forge has them. Absent if there are none. */
  unsettledLabels: z.array(z.string()).optional(),
  lock: lockSchema.optional(),
  /** The id of the last comment that was read. */
  commentCursor: z.string().optional(),
  failure: failureSchema.optional(),
  /** What the audit log may not have yet. Absent without an audit log. */
  audit: pendingAuditSchema.optional(),
});

export type ItemState = z.infer<typeof itemStateSchema>;
