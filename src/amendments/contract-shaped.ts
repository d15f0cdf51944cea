import type { AssertionResult } from '../checks/result.ts';
import { saysNotAFunction } from '../checks/wording/not-a-function.ts';
import type { Assertion, Check } from '../contract/model.ts';

/** A failed assert, with what was expected and what was found. */
export interface ContractViolation {
  readonly assertion: Assertion;
  readonly expected: string;
  readonly actual: string;
}

/** An attempt as it was judged, as far as an amendment is concerned with it. */
export interface JudgedAttempt {
  readonly assertResults: readonly AssertionResult[];
  readonly buildPassed: boolean;
}

/** Checks that a shape stated by the contract answers for: a signature, a type or a name. */
export const CONTRACT_SHAPED_CHECKS: ReadonlySet<string> = new Set([
  'signature_match',
  'function_exists',
  'type_matches',
  'export_exists',
  'creates',
]);

/** Checks that say with which signature or shape something was found. */
const SHAPE_CHECKS: ReadonlySet<string> = new Set(['signature_match', 'type_matches', 'function_exists']);
const TYPE_CHECKER = 3;

/**
 * [ENF-AMEND-1] The asserts that failed on a shape which the contract itself states, where the code builds. A check that
 * could not be answered, and a name of which nothing like it was written, say nothing about the contract.
 */
export function contractShapedViolations(attempt: JudgedAttempt | undefined): readonly ContractViolation[] {
  if (!attempt?.buildPassed) return [];
  return attempt.assertResults.filter(isContractShaped).map((result) => ({
    assertion: result.assertion,
    expected: result.expected ?? result.assertion.message,
    actual: result.actual ?? '',
  }));
}

/** Those that the last attempt and the one before have in common; what was found may differ. */
export function recurringViolations(attempts: readonly JudgedAttempt[]): readonly ContractViolation[] {
  const before = new Set(contractShapedViolations(attempts.at(-2)).map(({ assertion }) => checkKey(assertion.check)));
  return contractShapedViolations(attempts.at(-1)).filter(({ assertion }) => before.has(checkKey(assertion.check)));
}

/** A check in one spelling, whatever the order of its keys. */
export function checkKey(check: Check): string {
  return JSON.stringify(Object.entries(check).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isContractShaped({ assertion, passed, error, actual, tier }: AssertionResult): boolean {
  const { type } = assertion.check;
  if (passed || error !== undefined || assertion.type !== 'assert' || !CONTRACT_SHAPED_CHECKS.has(type)) return false;
  if (SHAPE_CHECKS.has(type) && tier === TYPE_CHECKER) return true;
  return actual !== undefined && (actual.includes('; the nearest is ') || saysNotAFunction(actual));
}
