import assert from 'node:assert/strict';
import { contractShapedViolations, recurringViolations } from '../../src/amendments/contract-shaped.ts';
import type { AssertionResult, Tier } from '../../src/checks/result.ts';
import { notAFunction } from '../../src/checks/wording/not-a-function.ts';
import type { Check } from '../../src/contract/model.ts';

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

describe('failures that the contract answers for', () => {
  it('[ENF-AMEND-1] come back where two attempts in a row fail the same assertion, however it is worded', () => {
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

  it('[ENF-AMEND-1] do not come back after one attempt, after another assertion, or after an attempt between', () => {
    const one = attempt(failed(signature));
    const other = attempt(failed({ ...signature, target: 'leave' }));
    assert.deepEqual(recurringViolations([]), []);
    assert.deepEqual(recurringViolations([one]), []);
    assert.deepEqual(recurringViolations([one, other]), []);
    assert.deepEqual(recurringViolations([one, other, one]), []);
    assert.deepEqual(recurringViolations([one, attempt()]), []);
  });

  it('[ENF-AMEND-1] are none where the code does not build, in either attempt', () => {
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
    it(`[ENF-AMEND-1] are never of the kind ${type}`, () => {
      const same = attempt(failed({ type, target: 'greet' }, { actual: 'none; the nearest is greeting' }));
      assert.deepEqual(recurringViolations([same, same]), []);
    });
  }

  it('[ENF-AMEND-1] are signatures, types and functions that were found with another shape', () => {
    const results = ['signature_match', 'type_matches', 'function_exists'].map((type) =>
      failed({ type, target: 'greet', expected: 'x' }),
    );
    assert.deepEqual(kinds(contractShapedViolations(attempt(...results))), [
      'signature_match',
      'type_matches',
      'function_exists',
    ]);
  });

  for (const type of ['export_exists', 'creates', 'function_exists', 'signature_match', 'type_matches']) {
    it(`[ENF-AMEND-1] are names (${type}) where another name stands instead, not where nothing does`, () => {
      const tier: Tier = 2;
      const near = failed(
        { type, target: 'greet' },
        { tier, actual: 'src/a.ts exports greetAll; the nearest is greetAll' },
      );
      const nothing = failed({ type, target: 'greet' }, { tier, actual: 'src/a.ts exports nothing' });
      assert.deepEqual(kinds(contractShapedViolations(attempt(near, nothing))), [type]);
    });
  }

  it('[ENF-AMEND-1] are functions at whose name something else is written', () => {
    const type = 'function_exists';
    const said = (actual: string): AssertionResult => failed({ type, target: 'greet' }, { tier: 2, actual });
    const other = attempt(said(notAFunction('greet', 'const')), said('greet has a signature and no body'));
    assert.deepEqual(kinds(contractShapedViolations(other)), [type]);
    assert.deepEqual(contractShapedViolations(attempt(said(`it says "${notAFunction('greet', 'class')}"`))), []);
  });

  it('[ENF-AMEND-1] are no suggestions, and no checks that could not be answered', () => {
    const suggested = failed(signature);
    const results = attempt(
      { ...suggested, assertion: { ...suggested.assertion, type: 'suggest' } },
      failed(signature, { error: 'There is no such file' }),
      failed(signature, { passed: true }),
    );
    assert.deepEqual(contractShapedViolations(results), []);
  });
});
