import * as z from 'zod';

/** What one fresh process found out about the uses of exports, and what it took. */
export const impactAnswers = z.object({
  /** From nothing to the first answer, in milliseconds; the modules of the program are loaded before. */
  first: z.number(),
  /** Each answer after the first, in milliseconds. */
  each: z.array(z.number()),
  /** The most memory that the process held, in bytes. */
  memory: z.number(),
  /** `file:line` of the uses of each export, without its declaration. */
  places: z.array(z.array(z.string())),
});

export type ImpactAnswers = z.infer<typeof impactAnswers>;

/** Where the exports stand that are asked about. */
export const askedExports = z.array(
  z.object({ file: z.string(), name: z.string(), line: z.number(), column: z.number() }),
);

/** The most memory that this process held so far, in bytes. */
export function memoryHeld(): number {
  return process.resourceUsage().maxRSS * 1024;
}
