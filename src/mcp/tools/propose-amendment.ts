import * as z from 'zod';
import { defineTool } from '../base/engine-tool.ts';
import { chunkName } from '../base/shared-schemas.ts';

export const proposeAmendment = defineTool({
  name: 'propose_amendment',
  title: 'Propose an amendment',
  description:
    'Proposes that a contract states something else where a requirement fails, because the requirement is wrong. Stores the proposal for a person, who accepts or rejects it. Does not change the contract: the requirement stays in force until then.',
  input: z.strictObject({
    chunk: chunkName,
    requirement: z
      .string()
      .min(1)
      .optional()
      .describe('The requirement that is wrong, such as chunks[0].functions[1]. Default: every one that fails.'),
    changes: z
      .array(
        z.strictObject({
          path: z.string().min(1).describe('Such as chunks[0].functions[1].signature.'),
          newValue: z.unknown(),
        }),
      )
      .optional()
      .describe('The new values. Default: what the code has.'),
    reason: z.string().min(1).describe('Why the contract must change, in a few sentences.'),
  }),
  output: z.object({
    id: z.string(),
    contract: z.string(),
    chunk: z.string(),
    status: z.enum(['pending', 'accepted', 'rejected', 'dropped', 'superseded']),
    reason: z.string(),
    changes: z.array(z.object({ path: z.string(), oldValue: z.unknown(), newValue: z.unknown() })),
    affectedChunks: z.array(z.object({ id: z.string(), reasons: z.array(z.string()) })),
    uses: z.number().describe('The number of uses of the changed names in the code.'),
  }),
  readOnly: false,
  async run({ engine, session, signal }, { chunk, requirement, changes, reason }) {
    const place = await session.requireChunk(engine, chunk);
    const amendment = await engine.amendments.propose({
      contract: place.contract,
      chunk: place.chunk,
      requirement,
      changes: changes?.map(({ path, newValue }) => ({ path, newValue })),
      reason,
      proposedBy: 'agent',
      signal,
    });
    const { id, contract, status, proposedChanges, affectedChunks, usedBy } = amendment;
    return {
      text: [
        `Proposed. A person decides with "holdfast amendments accept ${id.slice(0, 8)}" or in the editor. Until then, the requirement stays in force.`,
        ...proposedChanges.map(
          ({ path, oldValue, newValue }) => `- ${path}: ${JSON.stringify(oldValue)} → ${JSON.stringify(newValue)}`,
        ),
        ...affectedChunks.map((affected) => `- affects the chunk ${affected.id}: ${affected.reasons.join('; ')}`),
      ].join('\n'),
      data: {
        id,
        contract,
        chunk: amendment.chunk.id,
        status,
        reason: amendment.reason,
        changes: proposedChanges.map(({ path, oldValue, newValue }) => ({
          path,
          oldValue: oldValue ?? null,
          newValue: newValue ?? null,
        })),
        affectedChunks: affectedChunks.map((affected) => ({ id: affected.id, reasons: affected.reasons })),
        uses: usedBy.length,
      },
    };
  },
});
