import * as z from 'zod';

export const proposedChangeSchema = z.strictObject({
  path: z.string().min(1).describe('The place in the contract, such as chunks[1].functions[0].signature.'),
  oldValue: z.json().describe('What stands there now, exactly.'),
  newValue: z.json().describe('What is to stand there.'),
});

export const additionalTypeSchema = z.strictObject({
  name: z.string().min(1).describe('The name that it is exported under.'),
  definition: z.string().min(1).describe('The definition as TypeScript, for example { timeoutMs?: number }.'),
});

/** What a model answers when it proposes an amendment. */
export const proposalSchema = z.strictObject({
  reason: z.string().min(1).describe('Why the contract cannot stay as it is, in a few sentences for people.'),
  proposedChanges: z.array(proposedChangeSchema).min(1),
  additionalTypes: z
    .array(additionalTypeSchema)
    .default([])
    .describe('Types that the change needs and nobody declares.'),
});

export type Proposal = z.infer<typeof proposalSchema>;
export type AdditionalType = z.infer<typeof additionalTypeSchema>;

/** One change of a contract's data; the values are JSON. */
export interface ContractChange {
  readonly path: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}
