import { join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';

/** What one fresh process found out about the uses of exports, and what it took. */
const answers = z.object({
  /** From nothing to the first answer, in milliseconds; the modules of the program are loaded before. */
  first: z.number(),
  /** Each answer after the first, in milliseconds. */
  each: z.array(z.number()),
  /** The most memory that the process held, in bytes. */
  memory: z.number(),
  /** `file:line` of the uses of each export, without its declaration. */
  places: z.array(z.array(z.string())),
});

export type ImpactAnswers = z.infer<typeof answers>;

/** Where the exports stand that are asked about. */
export const askedExports = z.array(
  z.object({ file: z.string(), name: z.string(), line: z.number(), column: z.number() }),
);

/** Has one of the two programs beside this file answer in a process of its own. */
export async function answersOf(
  program: 'ours' | 'language-service',
  root: string,
  exports: z.infer<typeof askedExports>,
): Promise<ImpactAnswers> {
  const { stdout } = await execa(process.execPath, [join(import.meta.dirname, `${program}.ts`), root], {
    input: JSON.stringify(exports),
    maxBuffer: 1 << 28,
    killDescendants: true,
  });
  return answers.parse(JSON.parse(stdout));
}

/** The most memory that this process held so far, in bytes. */
export function memoryHeld(): number {
  return process.resourceUsage().maxRSS * 1024;
}
