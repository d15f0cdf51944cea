import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';

const failureSchema = z.object({
  title: z.string(),
  /** The error of the test runner, with its stack. */
  message: z.string(),
});

const suiteResultSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  failures: z.array(failureSchema),
  /** Tests that failed and passed when they were run again, with their first error. Each is a defect, of the test or the product. */
  unstable: z.array(failureSchema),
});

/** The result of one suite. A check without tests counts as one test. */
export type SuiteResult = z.infer<typeof suiteResultSchema>;

/** The result of a suite that is a single check. */
export function singleCheck(failure?: { readonly title: string; readonly message: string }): SuiteResult {
  return failure
    ? { passed: 0, failed: 1, skipped: 0, failures: [failure], unstable: [] }
    : { passed: 1, failed: 0, skipped: 0, failures: [], unstable: [] };
}

export async function writeSuiteResult(file: string, result: SuiteResult): Promise<void> {
  await writeFile(file, JSON.stringify(result));
}

/** Throws if the file does not exist or contains no result. */
export async function readSuiteResult(file: string): Promise<SuiteResult> {
  return suiteResultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
