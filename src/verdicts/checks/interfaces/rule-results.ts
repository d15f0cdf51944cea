import { listSome } from '../wording/excerpt.ts';
import type { AssertionResult } from './result.ts';

/**
 * [SESSION-2] Whether a failed assert of a rule failed before a change too, so that the change did not break it.
 *
 * @param before the same assert before the change; `undefined` if it passed
 * @param originalOf the path of a file before the change
 */
export function wasBrokenBefore(
  after: AssertionResult,
  before: AssertionResult | undefined,
  originalOf: (file: string) => string,
): boolean {
  if (before === undefined) return false;
  // A rule about a file that did not exist was not broken by it.
  if (lacksTarget(before)) return lacksTarget(after);
  const { failingFiles } = before;
  if (after.failingFiles === undefined || failingFiles === undefined) return true;
  return after.failingFiles.every((file) => failingFiles.includes(originalOf(file)));
}

/**
 * [SESSION-2] The result of an assert of a rule that a change broke, at a file that the change broke it in: others can have
 * failed before.
 */
export function atBrokenFile(
  after: AssertionResult,
  before: AssertionResult | undefined,
  originalOf: (file: string) => string,
): AssertionResult {
  const { failingFiles = [], location } = after;
  const broken = failingFiles.filter((file) => before?.failingFiles?.includes(originalOf(file)) !== true);
  const [first] = broken;
  if (after.passed || first === undefined || location === undefined || broken.includes(location.file)) return after;
  return { ...after, actual: `The change breaks it in ${listSome(broken, 5)}`, location: { ...START, file: first } };
}

const START = { line: 1, column: 1 };

/** Whether a check failed because nothing is at the path that it names. */
function lacksTarget({ passed, assertion, validators = [] }: AssertionResult): boolean {
  const [first] = validators;
  return !passed && assertion.check.type !== 'exists' && first?.validator === 'exists' && !first.passed;
}

/** [SESSION-2] The result of a rule for every change: a pattern that no file may break holds where there is no file. */
export function withoutMissingTarget(result: AssertionResult): AssertionResult {
  const { check } = result.assertion;
  if (check.type !== 'pattern_match' || (check['not'] !== true && check['every'] !== true)) return result;
  return lacksTarget(result) ? { ...result, passed: true } : result;
}
