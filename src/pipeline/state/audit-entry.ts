import * as z from 'zod';
import { stageNameSchema } from '../../workspace/configuration/pipeline/stage-names.ts';

/**
 * One recorded event of an item: a transition, an attempt, a gate decision or an effect. Texts of people and models are
 * recorded as hashes.
 */
export const auditEntrySchema = z.object({
  /** Random. The same entry is stored once, even if it is delivered again after a crash. */
  id: z.string(),
  /** Counts the entries of the item, from 1. */
  sequence: z.int().min(1),
  /** ISO 8601, UTC. */
  at: z.string(),
  round: z.int(),
  stage: stageNameSchema,
  subItem: z.string().optional(),
  kind: z.enum(['transition', 'attempt', 'gate', 'effect']),
  /** The type of the event, for example `advanced` or `effect-performed`. */
  event: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

/**
 * The entries of an item that are not known to be in the audit log. They are stored in the state, in the same write as the
 * changes that they describe, so that no crash separates them.
 */
export const pendingAuditSchema = z.object({
  /** The sequence number of the last entry. */
  sequence: z.int().min(0),
  pending: z.array(auditEntrySchema),
});

/** Where the entries of items are kept. */
export interface AuditLog {
  /** Stores entries. An entry that is stored already is ignored. */
  append(item: string, entries: readonly AuditEntry[]): Promise<void>;
}
