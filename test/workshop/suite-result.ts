import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';

const failureSchema = z.object({
  title: z.string(),
  /** What the test runner says of it, stack included. */
  message: z.string(),
});

const suiteResultSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  failures: z.array(failureSchema),
});

/** How one suite ended. A check that has no tests of its own counts as one. */
export type SuiteResult = z.infer<typeof suiteResultSchema>;

/** The result of a suite that is a single check. */
export function singleCheck(failure?: { readonly title: string; readonly message: string }): SuiteResult {
  return failure
    ? { passed: 0, failed: 1, skipped: 0, failures: [failure] }
    : { passed: 1, failed: 0, skipped: 0, failures: [] };
}

export async function writeSuiteResult(file: string, result: SuiteResult): Promise<void> {
  await writeFile(file, JSON.stringify(result));
}

/** Throws where the file is missing or no result. */
export async function readSuiteResult(file: string): Promise<SuiteResult> {
  return suiteResultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
