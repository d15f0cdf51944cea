import * as z from 'zod';
import { assertionSchema } from '../../../contract/model.ts';
import { additionalTypeSchema, proposedChangeSchema } from './proposal.ts';

const versionSchema = z.object({
  proposedChanges: z.array(proposedChangeSchema),
  additionalTypes: z.array(additionalTypeSchema),
  /** The text of the amended contract, for display. */
  after: z.string(),
  /**
   * sha256 of `after`. If the contract file has this hash while the amendment is still pending, an earlier accept was
   * interrupted after it wrote the file.
   */
  afterHash: z.string(),
});

/** The `proposal` of a `StoredAmendment`: everything except its id, status and times. */
export const storedProposalSchema = versionSchema.extend({
  /** Relative to the workspace folder. */
  contract: z.string(),
  chunkTitle: z.string(),
  reason: z.string(),
  violations: z.array(z.object({ assertion: assertionSchema, expected: z.string(), actual: z.string() })),
  affectedChunks: z.array(z.object({ id: z.string(), title: z.string(), reasons: z.array(z.string()) })),
  usedBy: z.array(z.object({ file: z.string(), line: z.number(), column: z.number(), symbol: z.string() })),
  before: z.string(),
  /** The user's edited version, stored before it is written to the file. */
  edited: versionSchema.optional(),
  /** Why the amendment was dropped. */
  note: z.string().optional(),
  /** The options of the run that led to the amendment. The run resumes with them. Absent if a person proposed it. */
  run: z
    .object({
      model: z.string(),
      landing: z.enum(['commit', 'working-tree', 'review', 'none']),
      maxAttempts: z.number().optional(),
      maxCostUsd: z.number().optional(),
      jobs: z.number().optional(),
      allowFailingBuild: z.boolean().optional(),
      /** The `BatchState` of a run of all chunks. The key keeps its earlier name, because stored data uses it. */
      ofAll: z.json().optional(),
    })
    .optional(),
});

export type StoredProposal = z.infer<typeof storedProposalSchema>;
