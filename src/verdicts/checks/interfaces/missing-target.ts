import type { AssertionResult } from './result.ts';

/** Whether a check failed because nothing is at the path that it names. */
export function lacksTarget({ passed, assertion, validators = [] }: AssertionResult): boolean {
  const [first] = validators;
  return !passed && assertion.check.type !== 'exists' && first?.validator === 'exists' && !first.passed;
}

/** [SESSION-2] The result of a rule for every change: a pattern that no file may break holds where there is no file. */
export function withoutMissingTarget(result: AssertionResult): AssertionResult {
  const { check } = result.assertion;
  if (check.type !== 'pattern_match' || (check['not'] !== true && check['every'] !== true)) return result;
  return lacksTarget(result) ? { ...result, passed: true } : result;
}
