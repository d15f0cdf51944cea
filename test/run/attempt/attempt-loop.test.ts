import assert from 'node:assert/strict';
import { attemptUntilAccepted } from '../../../src/run/attempt/attempt-loop.ts';
import { BASE, InMemoryRun, RESULT } from '../support/in-memory-run.ts';

const CHUNK = `    maxAttempts: 3
    assertions:
      - { message: Exports one, check: { type: export_exists, target: one } }
`;
const GATES = `  - id: polite
    enforcementMode: blocking
    retry: { maxAttempts: 2, improvementHints: [Say please], preserveContext: KEEP }
    assertions: [{ message: Is polite, check: { type: contains, target: src/one.ts, expected: please } }]
`;

const gatesWith = (preserveContext: boolean): string => GATES.replace('KEEP', String(preserveContext));

describe('attemptUntilAccepted', () => {
  it('[ENF-VAL-16] fails a chunk by a failed assert, and accepts it with a failed suggest, which is reported', async () => {
    const chunk = CHUNK.replace(
      'assertions:\n',
      'assertions:\n      - { type: suggest, message: Has a comment, check: { type: export_exists, target: two } }\n',
    );
    const suggested = new InMemoryRun({ chunk, actual: { 'Has a comment': ['none'] } });
    assert.equal((await attemptUntilAccepted(suggested.input)).kind, 'accepted');
    const [{ validation }] = suggested.recorded as [(typeof suggested.recorded)[number]];
    assert.equal(validation.passed, true);
    assert.deepEqual(
      validation.suggestResults.map(({ passed, actual }) => [passed, actual]),
      [[false, 'none']],
    );
    const failing = new InMemoryRun({ chunk, actual: { 'Exports one': ['none'] } });
    assert.equal((await attemptUntilAccepted(failing.input)).kind, 'failed');
    assert.ok(failing.recorded.every((report) => !report.validation.passed));
  });

  it('[ENF-RETRY-1] accepts the first attempt whose asserts pass, with the violations of the previous attempt in its prompt', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, actual: { 'Exports one': ['two', 'ok'] } });
    const outcome = await attemptUntilAccepted(run.input);
    assert.equal(outcome.kind, 'accepted');
    assert.equal(outcome.passing.result, RESULT);
    assert.deepEqual(
      run.recorded.map(({ number, validation }) => [number, validation.passed, validation.retryable]),
      [
        [1, false, true],
        [2, true, false],
      ],
    );
    assert.equal(run.recorded[0]?.validation.retryContext?.previousViolations[0]?.actual, 'two');
    assert.doesNotMatch(run.calls[0] ?? '', /two/);
    assert.match(run.calls[1] ?? '', /Exports one.*two/);
  });

  it('fails after the last attempt, which is not retryable', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, actual: { 'Exports one': ['a', 'b', 'c', 'ok'] } });
    const outcome = await attemptUntilAccepted(run.input);
    assert.equal(outcome.kind, 'failed');
    assert.match(outcome.reason, /not met after 3 of 3 attempts/);
    assert.deepEqual(
      run.recorded.map(({ validation }) => validation.retryable),
      [true, true, false],
    );
  });

  it('[PROOF-7] stops if the findings do not move three times in a row, and continues while they do', async () => {
    const chunk = CHUNK.replace('maxAttempts: 3', 'maxAttempts: 9');
    const stalled = new InMemoryRun({ chunk, actual: { 'Exports one': ['a', 'same', 'same', 'same', 'ok'] } });
    const outcome = await attemptUntilAccepted(stalled.input);
    assert.equal(outcome.kind, 'failed');
    assert.match(outcome.reason, /Stopped after attempt 4 of 9: the last 3 attempts failed with the same findings/);
    const moving = new InMemoryRun({
      chunk,
      actual: { 'Exports one': ['a', 'same', 'same', 'b', 'b', 'c', 'd', 'ok'] },
    });
    assert.equal((await attemptUntilAccepted(moving.input)).kind, 'accepted');
    assert.equal(moving.recorded.length, 8);
  });

  it('throws the error of the first attempt, and fails with the error of a later one', async () => {
    const failFromCall = (first: number) => (call: number) => {
      if (call >= first) throw new Error('connection lost');
    };
    const actual = { 'Exports one': ['a'] };
    const failingAtOnce = new InMemoryRun({ chunk: CHUNK, actual, onModelCall: failFromCall(1) });
    await assert.rejects(attemptUntilAccepted(failingAtOnce.input), /connection lost/);
    assert.equal(failingAtOnce.recorded.length, 0);
    const failingLater = new InMemoryRun({ chunk: CHUNK, actual, onModelCall: failFromCall(2) });
    const outcome = await attemptUntilAccepted(failingLater.input);
    assert.equal(outcome.kind, 'failed');
    assert.match(outcome.reason, /Failed to run attempt 2: .*connection lost/);
    assert.equal(failingLater.recorded.length, 1);
  });

  it('[GATE-3] gives the guidance of failed gates to the next attempt, in the same conversation', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, gates: gatesWith(true), actual: { 'Is polite': ['rude', 'ok'] } });
    const outcome = await attemptUntilAccepted(run.input);
    assert.equal(outcome.kind, 'accepted');
    assert.match(run.calls[1] ?? '', /Attempt 2 of 2.*Say please.*Previous feedback of .*rude/);
    assert.match(run.calls[1] ?? '', /"role":"assistant".*Done\./);
    assert.deepEqual(
      run.recorded.map(({ validation }) => validation.gates?.[0]?.verdict),
      ['FAIL', 'PASS'],
    );
  });

  it('[GATE-2] starts a new conversation if a failed gate does not preserve the context', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, gates: gatesWith(false), actual: { 'Is polite': ['rude', 'ok'] } });
    await attemptUntilAccepted(run.input);
    assert.match(run.calls[1] ?? '', /Say please/);
    assert.doesNotMatch(run.calls[1] ?? '', /"role":"assistant"/);
  });

  it('[GATE-1] is undecided when blocking gates have used up their attempts', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, gates: gatesWith(true), actual: { 'Is polite': ['rude'] } });
    const outcome = await attemptUntilAccepted(run.input);
    assert.equal(outcome.kind, 'undecided');
    assert.equal(outcome.gateOutcome, 'failed');
    assert.match(outcome.reason, /these gates fail after 2 attempts: "polite"/);
    assert.equal(run.recorded.length, 2);
    assert.deepEqual(run.input.gates.review.exhaustedGateIds, ['polite']);
  });

  it('[GATE-1] judges gates only if the asserts hold', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, gates: gatesWith(true), actual: { 'Exports one': ['a', 'ok'] } });
    await attemptUntilAccepted(run.input);
    assert.equal(run.recorded[0]?.validation.gates, undefined);
    assert.equal(run.recorded[1]?.validation.gates?.[0]?.verdict, 'PASS');
    assert.equal(run.events.filter(({ type }) => type === 'gate').length, 1);
    assert.equal(run.input.base, BASE);
  });
});
