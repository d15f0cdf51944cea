import { DECLARATION_CHECKS } from '../../../verdicts/checks/interfaces/required-names.ts';
import type { AssertionResult } from '../../../verdicts/checks/interfaces/result.ts';
import type { Assertion, Check } from '../../../contract/model.ts';

/** A failed assert with its expected and actual values. */
export interface ContractViolation {
  readonly assertion: Assertion;
  readonly expected: string;
  readonly actual: string;
}

/** The results of a validated attempt. */
export interface ValidatedAttempt {
  readonly assertResults: readonly AssertionResult[];
  readonly buildPassed: boolean;
}

/** The types of checks that compare a signature or a shape. */
const SHAPE_CHECKS: ReadonlySet<string> = new Set(['signature_match', 'type_matches', 'function_exists']);
/** The tier of results that the type checker decided. */
const TYPE_CHECKER_TIER = 3;

/**
 * [ENF-AMEND-1] The failed asserts that a wrong declaration in the contract may explain; empty if the build failed.
 * Excluded are checks that ended with an error, and missing names for which the code has no similar name.
 */
export function declarationViolations(attempt: ValidatedAttempt | undefined): readonly ContractViolation[] {
  if (!attempt?.buildPassed) return [];
  return attempt.assertResults.filter(isDeclarationViolation).map((result) => ({
    assertion: result.assertion,
    expected: result.expected ?? result.assertion.message,
    actual: result.actual ?? '',
  }));
}

/** The declaration violations of the last attempt whose checks also failed in the attempt before. */
export function recurringViolations(attempts: readonly ValidatedAttempt[]): readonly ContractViolation[] {
  const before = new Set(declarationViolations(attempts.at(-2)).map(({ assertion }) => checkKey(assertion.check)));
  return declarationViolations(attempts.at(-1)).filter(({ assertion }) => before.has(checkKey(assertion.check)));
}

/** A text that is equal for equal checks, regardless of the order of their fields. */
export function checkKey(check: Check): string {
  return JSON.stringify(Object.entries(check).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isDeclarationViolation({ assertion, passed, error, tier, mismatch, signature }: AssertionResult): boolean {
  const { type } = assertion.check;
  if (passed || error !== undefined || assertion.type !== 'assert' || !DECLARATION_CHECKS.has(type)) return false;
  // Without a type checker, as in Python, the signature shows that the function was found.
  const isCompared = tier === TYPE_CHECKER_TIER || signature !== undefined;
  return (SHAPE_CHECKS.has(type) && isCompared) || mismatch !== undefined;
}
