import * as z from 'zod';
import { chunkSchema, contractSchema } from '../../../contract/model.ts';

/** A sub-item: a chunk of the planned contract, and the interfaces that it covers. The configuration sets its limits. */
export const plannedSubItemSchema = chunkSchema
  .omit({ maxAttempts: true, attempts: true, gates: true, supersedes: true, plan: true })
  .extend({
    mayChange: chunkSchema.shape.mayChange.describe('Dropped: only a person can allow it.'),
    interfaces: z
      .array(z.string().min(1))
      .default([])
      .describe('The interfaces of the interface design that the sub-item implements or uses.'),
    reason: z.string().trim().min(1).describe('Why the sub-item exists, in a sentence.'),
  })
  .describe('A unit of work that becomes one pull request.');

/** The answer of the planning stage. */
export const planAnswerSchema = z
  .strictObject({
    description: z.string().trim().min(1).describe('The whole work, for the prompt of every sub-item.'),
    build: contractSchema.shape.build,
    verify: contractSchema.shape.verify,
    network: contractSchema.shape.network.describe('Dropped: only a person can allow it.'),
    subItems: z.array(plannedSubItemSchema).describe('The sub-items, at least one.'),
  })
  .describe('The plan of a work item.');

export type PlannedSubItemAnswer = z.infer<typeof plannedSubItemSchema>;
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** What a plan asks for and does not get, as clauses. A contract that a model has written grants nothing to a model. */
export function droppedGrants({ network, subItems }: PlanAnswer): readonly string[] {
  return [
    ...(network === true ? ['network access for the commands (network)'] : []),
    ...subItems.flatMap(({ id, mayChange }) =>
      mayChange.length === 0 ? [] : [`changes of existing ${mayChange.join(', ')} in ${id} (mayChange)`],
    ),
  ];
}
