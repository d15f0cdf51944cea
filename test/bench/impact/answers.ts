import * as z from 'zod';

/** The uses of exports that one new process found, with its times and memory. */
export const impactAnswersSchema = z.object({
  /** The time until the first answer, in milliseconds. Loading the modules of the program is excluded. */
  first: z.number(),
  /** The times of the later answers, in milliseconds. */
  each: z.array(z.number()),
  /** The peak memory of the process, in bytes. */
  memory: z.number(),
  /** `file:line` of the uses of each export, without its declaration. */
  places: z.array(z.array(z.string())),
});

export type ImpactAnswers = z.infer<typeof impactAnswersSchema>;

/** The queried exports with the locations of their declarations. */
export const queriedExportsSchema = z.array(
  z.object({ file: z.string(), name: z.string(), line: z.number(), column: z.number() }),
);

/** Returns the peak memory of this process, in bytes. */
export function peakMemory(): number {
  return process.resourceUsage().maxRSS * 1024;
}
