import assert from 'node:assert/strict';
import {
  declarationViolations,
  recurringViolations,
} from '../../../../src/run/amendments/rules/declaration-violations.ts';
import type { AssertionResult, Tier } from '../../../../src/verdicts/checks/interfaces/result.ts';
import type { Check } from '../../../../src/contract/model.ts';

const signature: Check = {
  type: 'signature_match',
  target: 'greet',
  file: 'src/greet.ts',
  expected: '(name: string) => string',
};

function failed(check: Check, more: Partial<AssertionResult> = {}): AssertionResult {
  return {
    assertion: { type: 'assert', message: `must hold: ${check.type}`, check },
    passed: false,
    tier: 3,
    expected: 'this',
    actual: 'that',
    durationMs: 1,
    ...more,
  };
}

const attempt = (...assertResults: readonly AssertionResult[]) => ({ assertResults, buildPassed: true });
const kinds = (results: readonly { readonly assertion: { readonly check: Check } }[]): readonly string[] =>
  results.map(({ assertion }) => assertion.check.type);

describe('Declaration violations', () => {
  it('[ENF-AMEND-1] recur if two consecutive attempts fail the same check with different values', () => {
    const first = attempt(failed(signature, { actual: '(name: string, loud: boolean) => string' }));
    const second = attempt(failed(signature, { actual: '(name: string, options?: Options) => string' }));
    assert.deepEqual(recurringViolations([first, second]), [
      {
        assertion: first.assertResults[0]!.assertion,
        expected: 'this',
        actual: '(name: string, options?: Options) => string',
      },
    ]);
  });

  it('[ENF-AMEND-1] do not recur after a single attempt, for different checks, or with an attempt in between', () => {
    const first = attempt(failed(signature));
    const other = attempt(failed({ ...signature, target: 'leave' }));
    assert.deepEqual(recurringViolations([]), []);
    assert.deepEqual(recurringViolations([first]), []);
    assert.deepEqual(recurringViolations([first, other]), []);
    assert.deepEqual(recurringViolations([first, other, first]), []);
    assert.deepEqual(recurringViolations([first, attempt()]), []);
  });

  it('[ENF-AMEND-1] do not occur if the build of either attempt failed', () => {
    const built = attempt(failed(signature));
    const broken = { ...built, buildPassed: false };
    assert.deepEqual(recurringViolations([built, broken]), []);
    assert.deepEqual(recurringViolations([broken, built]), []);
  });

  for (const type of [
    'pattern_match',
    'contains',
    'http_status',
    'file_exists',
    'schema_match',
    'llm_judge',
    'custom',
  ]) {
    it(`[ENF-AMEND-1] never come from the check ${type}`, () => {
      const same = attempt(failed({ type, target: 'greet' }, { mismatch: 'similar-name' }));
      assert.deepEqual(recurringViolations([same, same]), []);
    });
  }

  it('[ENF-AMEND-1] include signatures, types and functions with a different shape', () => {
    const results = ['signature_match', 'type_matches', 'function_exists'].map((type) =>
      failed({ type, target: 'greet', expected: 'x' }),
    );
    assert.deepEqual(kinds(declarationViolations(attempt(...results))), [
      'signature_match',
      'type_matches',
      'function_exists',
    ]);
  });

  for (const type of ['export_exists', 'creates', 'function_exists', 'signature_match', 'type_matches']) {
    it(`[ENF-AMEND-1] include names (${type}) for which the code has a similar name`, () => {
      const tier: Tier = 2;
      const near = failed(
        { type, target: 'greet' },
        { tier, actual: 'src/a.ts exports greetAll', mismatch: 'similar-name' },
      );
      const nothing = failed({ type, target: 'greet' }, { tier, actual: 'src/a.ts exports nothing' });
      assert.deepEqual(kinds(declarationViolations(attempt(near, nothing))), [type]);
    });
  }

  it('[ENF-AMEND-1] include functions whose name is declared as something else', () => {
    const type = 'function_exists';
    const tier: Tier = 2;
    const constant = failed({ type, target: 'greet' }, { tier, mismatch: 'not-a-function' });
    const withoutBody = failed({ type, target: 'greet' }, { tier, actual: 'greet has a signature and no body' });
    assert.deepEqual(kinds(declarationViolations(attempt(constant, withoutBody))), [type]);
  });

  it('[ENF-AMEND-1] include signatures that are compared without a type checker', () => {
    const tier: Tier = 2;
    const other = failed(signature, { tier, actual: '(number: int) -> str', signature: '(number: int) -> str' });
    const missing = failed(signature, { tier, actual: 'src/greet.py has no exports' });
    assert.deepEqual(declarationViolations(attempt(missing)), []);
    assert.deepEqual(kinds(declarationViolations(attempt(other, missing))), ['signature_match']);
  });

  it('[ENF-AMEND-1] do not depend on the text of a result', () => {
    const actual = 'src/a.ts exports greetAll; the nearest is greetAll; greet is not written as a function there';
    assert.deepEqual(
      declarationViolations(attempt(failed({ type: 'creates', target: 'greet' }, { tier: 2, actual }))),
      [],
    );
  });

  it('[ENF-AMEND-1] exclude suggestions, passed checks and checks with errors', () => {
    const suggested = failed(signature);
    const results = attempt(
      { ...suggested, assertion: { ...suggested.assertion, type: 'suggest' } },
      failed(signature, { error: 'File not found' }),
      failed(signature, { passed: true }),
    );
    assert.deepEqual(declarationViolations(results), []);
  });
});
