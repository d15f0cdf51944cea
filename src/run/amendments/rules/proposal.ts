import * as z from 'zod';

export const proposedChangeSchema = z.strictObject({
  path: z.string().min(1).describe('The path in the contract, such as chunks[1].functions[0].signature.'),
  oldValue: z.json().describe('The exact current value.'),
  newValue: z.json().describe('The new value.'),
});

export const additionalTypeSchema = z.strictObject({
  name: z.string().min(1).describe('The name of the export.'),
  definition: z.string().min(1).describe('The definition in TypeScript, for example { timeoutMs?: number }.'),
});

/** The answer of a model that proposes an amendment. */
export const proposalSchema = z.strictObject({
  reason: z.string().min(1).describe('Why the contract must change, in a few sentences for a person.'),
  proposedChanges: z.array(proposedChangeSchema).min(1),
  additionalTypes: z
    .array(additionalTypeSchema)
    .default([])
    .describe('Types that the change needs and that are not declared yet.'),
});

export type Proposal = z.infer<typeof proposalSchema>;
export type AdditionalType = z.infer<typeof additionalTypeSchema>;

/** One change to the data of a contract. */
export interface ContractChange {
  readonly path: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}
