import * as z from 'zod';

/** A place in an artifact. `artifact` is relative to the root of the tree and uses `/`; `line` is 1-based. */
export const artifactLocationSchema = z.strictObject({
  artifact: z.string().min(1),
  line: z.int().min(1).optional(),
});

/** A value with its unit, if it has one. */
export const quantitySchema = z.strictObject({
  value: z.union([z.number(), z.string(), z.boolean()]),
  unit: z.string().min(1).optional(),
});

/** The value that an artifact has for a parameter of an interface. */
export const extractedValueSchema = quantitySchema.extend({
  parameter: z.string().min(1),
  location: artifactLocationSchema,
});

/** A message or signal that an artifact sends or receives through an interface. */
export const extractedMessageSchema = z.strictObject({
  name: z.string().min(1),
  /** For example `payload` and `cycleTime`, by name. */
  properties: z.record(z.string(), quantitySchema),
  location: artifactLocationSchema,
});

/** What the artifacts of one domain say about one interface. */
export const extractedInterfaceSchema = z.strictObject({
  /** The id of the interface in the registry. */
  id: z.string().min(1),
  values: z.array(extractedValueSchema).default([]),
  messages: z.array(extractedMessageSchema).default([]),
});

export type ArtifactLocation = z.infer<typeof artifactLocationSchema>;
export type Quantity = z.infer<typeof quantitySchema>;
export type ExtractedValue = z.infer<typeof extractedValueSchema>;
export type ExtractedMessage = z.infer<typeof extractedMessageSchema>;
export type ExtractedInterface = z.infer<typeof extractedInterfaceSchema>;

/** What the service of a domain extracted from a tree. */
export interface DomainExtraction {
  readonly domain: string;
  readonly interfaces: readonly ExtractedInterface[];
}
