import * as z from 'zod';
import { artifactLocationSchema } from '../extraction/extracted-interfaces.ts';

/** A place in a definition of the registry. Lines and columns are 1-based. */
const definitionLocationSchema = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1).optional(),
  endColumn: z.int().min(1).optional(),
});

/** A value of an artifact that does not fit an interface definition [ASSERT-XVAL-001, ASSERT-XVAL-002]. */
export const constraintFindingSchema = z.strictObject({
  /** `blocking`: outside the range, or a computed constraint does not hold. `warning`: not the nominal value. */
  severity: z.enum(['blocking', 'warning']),
  interface: z.string(),
  /** The parameter, or the id of the computed constraint. */
  parameter: z.string(),
  /** For example `0 to 0.5`. */
  expected: z.string(),
  /** For example `0.55`. */
  actual: z.string(),
  /** The domain whose artifact has the value. */
  domain: z.string(),
  /** One or two sentences for people and for the model. */
  message: z.string(),
  definition: definitionLocationSchema,
  /** Absent if the value comes from a specification or from several artifacts. */
  artifact: artifactLocationSchema.optional(),
  /** The places of all values that a computed constraint uses, if they are in several artifacts. */
  contributors: z.array(artifactLocationSchema).optional(),
});

export type ConstraintFinding = z.infer<typeof constraintFindingSchema>;
