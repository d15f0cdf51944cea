import assert from 'node:assert/strict';
import type { ChunkCheck } from '../../../src/engine.ts';
import { toChunkOutcome, toRequirementOutcome } from '../../../src/extension/testing/test-outcomes.ts';
import { createAssertionResult, createChunkCheck, failedSuggestion, REGRESSED, withPast } from '../support/samples.ts';

const failed = createAssertionResult(false);
const failing = withPast(createChunkCheck('types', [failed]), REGRESSED);
const place = { file: 'health.contract.yaml', line: 4, column: 9 };

function withCommand(chunk: ChunkCheck, stage: 'build' | 'acceptance'): ChunkCheck {
  const command = { stage, command: 'npm test', passed: false, exitCode: 1, output: 'one\ntwo\n', durationMs: 7 };
  return { ...chunk, full: { commands: [command], problems: [], gates: [] } };
}

describe('the outcome of a test item', () => {
  it('[EDIT-5] has expected and actual values, and the place in the code', () => {
    assert.deepEqual(toRequirementOutcome(failed, failing), {
      kind: 'failed',
      durationMs: 0.4,
      failure: {
        message: 'Must export the HealthCheckResult type',
        expected: 'Export "HealthCheckResult" in src/health/types.ts',
        actual: 'Exports found: HealthCheckStatus',
        location: failed.location,
      },
    });
    const inContract = toRequirementOutcome({ ...failed, location: undefined, actual: undefined }, failing);
    assert.ok(inContract.kind === 'failed');
    assert.deepEqual(inContract.failure.location, failed.contractLocation);
    assert.equal(inContract.failure.expected, undefined, 'one value alone is no difference');
    assert.match(inContract.failure.message, /Expected: Export/);
  });

  it('[EDIT-5] [EDIT-6] is skipped for work that has not begun, with the reason', () => {
    for (const progress of ['notStarted', undefined] as const) {
      const outcome = toRequirementOutcome(failed, withPast(failing, { progress }));
      assert.ok(outcome.kind === 'skipped');
      assert.match(outcome.note, /^Not done yet: Must export .*\nExpected: .*\nActual: /s);
    }
    const met = toRequirementOutcome(createAssertionResult(true), withPast(failing, { progress: 'notStarted' }));
    assert.equal(met.kind, 'skipped', 'or the editor would mark the chunk as passed');
    const chunk = toChunkOutcome(withPast(failing, { progress: 'notStarted' }), place);
    assert.deepEqual(chunk, { kind: 'skipped', note: 'Not done yet: 0 of 1 requirements met.' });
    assert.equal(toChunkOutcome(failing, place), undefined, 'its requirements say it');
  });

  it('[EDIT-5] is skipped for a suggestion and for a check that did not run, and errored for one that broke', () => {
    assert.equal(toRequirementOutcome(failedSuggestion, failing).kind, 'skipped');
    const untrusted = toRequirementOutcome({ ...failed, untrusted: true }, failing);
    assert.deepEqual(untrusted, { kind: 'skipped', note: 'Not checked: the workspace is not trusted.' });
    const broken = toRequirementOutcome({ ...failed, error: 'no validator' }, failing);
    assert.ok(broken.kind === 'errored');
    assert.match(broken.failure.message, /Could not be checked: no validator/);
    assert.equal(toRequirementOutcome(createAssertionResult(true), failing).kind, 'passed');
  });

  it('[EDIT-5] of a chunk contains the failed commands of a full check', () => {
    const satisfied = withPast(createChunkCheck('types', [createAssertionResult(true)]), { progress: 'satisfied' });
    const outcome = toChunkOutcome(withCommand(satisfied, 'acceptance'), place);
    assert.deepEqual(outcome, {
      kind: 'failed',
      durationMs: 7,
      failure: { message: 'acceptance command "npm test": exit code 1\none\ntwo', location: place },
    });
    const open = withPast(failing, { progress: 'notStarted' });
    assert.equal(toChunkOutcome(withCommand(open, 'acceptance'), place)?.kind, 'skipped');
    assert.equal(toChunkOutcome(withCommand(open, 'build'), place)?.kind, 'failed', 'a build needs no work of a chunk');
    assert.equal(toChunkOutcome(createChunkCheck('types', []), place)?.kind, 'skipped');
  });
});
