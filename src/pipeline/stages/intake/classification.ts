import * as z from 'zod';

/** The answer of the intake [ASSERT-CLASS-001]. The source document names its keys. */
export const classificationSchema = z
  .strictObject({
    type: z
      .enum(['feature', 'bug', 'refactoring', 'performance', 'documentation', 'tests', 'maintenance'])
      .describe('The kind of the work.'),
    affected_modules: z
      .array(z.string().min(1))
      .min(1)
      .describe(
        'The existing files and folders that the work changes, relative to the root. For something new, the folder that will contain it. "." is the whole repository.',
      ),
    estimated_scope: z.int().min(1).describe('The number of files that the work will create or change.'),
    safety_affecting: z
      .boolean()
      .describe('Whether a mistake in the work could harm people, or defeat a protection of people, data or money.'),
    rationale: z.string().trim().min(1).describe('The reasons, in a few sentences.'),
  })
  .describe('The classification of a work item.');

export type Classification = z.infer<typeof classificationSchema>;
