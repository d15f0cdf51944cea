import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { SuiteRun } from './scheduler.ts';
import { reportsFolder } from './suite-kinds.ts';

const timesSchema = z.object({
  suites: z.array(z.object({ id: z.string(), tests: z.number(), durationMs: z.number(), processorMs: z.number() })),
  tests: z.array(z.object({ suite: z.string(), file: z.string(), title: z.string(), processorMs: z.number() })),
});

/** How long the suites and the tests of a run took. */
export type TestTimes = z.infer<typeof timesSchema>;

const timesFile = join(reportsFolder, 'times.json');

/** Stores the times of a run for `npm run test:times`. */
export async function writeTestTimes(runs: readonly SuiteRun[]): Promise<void> {
  const times: TestTimes = {
    suites: runs.map(({ suite, result, durationMs, processorMs }) => ({
      id: suite.id,
      tests: result.passed + result.failed,
      durationMs,
      processorMs,
    })),
    tests: runs.flatMap(({ suite, result }) =>
      result.tests.map(({ file, title, processorMs }) => ({ suite: suite.id, file, title, processorMs })),
    ),
  };
  await writeFile(timesFile, JSON.stringify(times));
}

/** The times of the last run. Throws if there was none. */
export async function readTestTimes(): Promise<TestTimes> {
  return timesSchema.parse(JSON.parse(await readFile(timesFile, 'utf8')));
}
