import assert from 'node:assert/strict';
import type { Check } from '../../../src/contract/model.ts';
import { checkOne, type Files } from '../../verdicts/checks/checking.ts';

/** A check that holds, one that does not, or one that the tree does not decide. */
type Verdict = 'passes' | 'fails' | 'undecided';

/** One check of files in memory. A text is a single file. */
type VerdictCase = readonly [verdict: Verdict, files: Files | string, check: Check];

/** Asserts the verdict of each check. @param main the path of a single file @param more files that every tree has */
export async function assertVerdicts(cases: readonly VerdictCase[], main: string, more: Files = {}): Promise<void> {
  for (const [verdict, files, check] of cases) {
    const result = await checkOne({ ...more, ...(typeof files === 'string' ? { [main]: files } : files) }, check);
    const actual: Verdict = result.passed ? 'passes' : result.error === undefined ? 'fails' : 'undecided';
    assert.equal(
      actual,
      verdict,
      `${JSON.stringify(files)} ${JSON.stringify(check)}: ${result.actual ?? ''} ${result.error ?? ''}`,
    );
  }
}
