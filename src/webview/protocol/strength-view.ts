import * as z from 'zod';

/** [BITE-2] What the requirements of a chunk say about its work. */
export const strengthViewSchema = z.object({
  /** How many requirements fail where the work has not begun, of `total`. */
  failing: z.number(),
  total: z.number(),
  /** How many of them are commands that must fail first. */
  first: z.number(),
  /** How many requirements protect what exists. They are not counted. */
  guards: z.number(),
  /** The requirements that say nothing about the work. */
  vacuous: z.array(z.object({ message: z.string(), reason: z.string() })),
});

export type StrengthView = z.infer<typeof strengthViewSchema>;
