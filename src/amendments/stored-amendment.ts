import * as z from 'zod';
import { assertionSchema } from '../contract/model.ts';
import { additionalTypeSchema, proposedChangeSchema } from './proposal.ts';

const versionSchema = z.object({
  proposedChanges: z.array(proposedChangeSchema),
  additionalTypes: z.array(additionalTypeSchema),
  /** The contract's text with the change; for people. */
  after: z.string(),
  /** sha256 of that text, by which a change that was written and not yet recorded is known again. */
  afterHash: z.string(),
});

/** What the history keeps of a proposed amendment, beside its id, its status and its times. */
export const storedAmendmentSchema = versionSchema.extend({
  /** Relative to the workspace folder. */
  contract: z.string(),
  chunkTitle: z.string(),
  reason: z.string(),
  violations: z.array(z.object({ assertion: assertionSchema, expected: z.string(), actual: z.string() })),
  affectedChunks: z.array(z.object({ id: z.string(), title: z.string(), reasons: z.array(z.string()) })),
  usedBy: z.array(z.object({ file: z.string(), line: z.number(), column: z.number(), symbol: z.string() })),
  before: z.string(),
  /** The person's own version of the change, kept from before it is written. */
  edited: versionSchema.optional(),
  /** Why it was dropped. */
  note: z.string().optional(),
  /** How the run was carried out that led to it; it is gone on with in the same way. */
  run: z.object({
    model: z.string(),
    landing: z.enum(['commit', 'working-tree', 'review', 'none']),
    maxAttempts: z.number().optional(),
    maxCostUsd: z.number().optional(),
    jobs: z.number().optional(),
    /** Where it was a run of all chunks: what is known of the others, as the run reads it. */
    ofAll: z.json().optional(),
  }),
});

export type StoredProposal = z.infer<typeof storedAmendmentSchema>;
