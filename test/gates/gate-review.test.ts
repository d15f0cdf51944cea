import assert from 'node:assert/strict';
import { gateSchema, type Gate } from '../../src/contract/model.ts';
import { chosen, exhausted, failuresOf, judged, openReview, type GateReview } from '../../src/gates/gate-review.ts';
import { gateGuidance } from '../../src/gates/guidance.ts';
import type { GateJudgement, GateVerdict } from '../../src/gates/judgement.ts';
import { warningsOf } from '../../src/gates/warnings.ts';

const AT = '2026-11-22T00:00:00.000Z';
const lint = gateSchema.parse({ id: 'lint', name: 'Clean', criteria: ['No warnings'], command: 'npm run lint' });
const style = gateSchema.parse({ id: 'style', severity: 'high', command: 'npm run style' });
const chunkGates = [lint, style].map((gate, position) => ({ gate, position }));

function judgement(gate: Gate, mode: GateJudgement['mode'], verdict: GateVerdict): GateJudgement {
  return { gate, mode, verdict, reasoning: `${gate.id} said ${verdict}` };
}

function judgedWith(review: GateReview, attempt: number, verdict: GateVerdict): GateReview {
  const judgements = [judgement(lint, 'blocking', verdict), judgement(style, 'advisory', 'FAIL')];
  return judged(review, { judgements, attempt, at: AT });
}

describe('gate review', () => {
  it('[GATE-1] counts attempts that a blocking gate failed, with time and reasoning of each verdict', () => {
    const review = judgedWith(judgedWith(openReview(chunkGates, 3), 1, 'FAIL'), 2, 'FAIL');
    assert.equal(review.attemptCount, 2);
    assert.equal(review.maxAttempts, 2);
    assert.deepEqual(review.history.at(-2), {
      at: AT,
      gateId: 'lint',
      status: 'fail',
      attempt: 2,
      reasoning: 'lint said FAIL',
    });
    assert.equal(failuresOf(review, 'lint'), 2);
    const over = exhausted(review, ['lint']);
    assert.equal(over.retryLimitExceeded, true);
    assert.deepEqual(over.exhaustedGateIds, ['lint']);
  });

  it('[GATE-2] has the limit of the chunk where that is lower', () => {
    assert.equal(openReview(chunkGates, 1).maxAttempts, 1);
    assert.equal(openReview(chunkGates, 9).maxAttempts, 2);
    assert.equal(openReview([chunkGates[1]!], 9).maxAttempts, 9);
  });

  it('counts no attempt for a gate that could not be judged', () => {
    const review = judgedWith(openReview(chunkGates, 3), 1, 'BROKEN');
    assert.equal(review.attemptCount, 0);
    assert.equal(review.history[0]?.status, 'broken');
  });

  it('[GATE-6] begins the count anew after retry and records a reset', () => {
    const over = exhausted(judgedWith(openReview(chunkGates, 1), 1, 'FAIL'), ['lint']);
    const again = chosen(over, { choice: 'retry', attempt: 1, at: AT, instruction: 'Use semicolons' });
    assert.equal(again.attemptCount, 0);
    assert.equal(again.retryLimitExceeded, false);
    assert.deepEqual(again.exhaustedGateIds, []);
    assert.equal(failuresOf(again, 'lint'), 0);
    const last = again.history.at(-1);
    assert.equal(last?.status, 'reset');
    assert.equal(last.at, AT);
    assert.match(last.reasoning, /Use semicolons/);
    assert.equal(chosen(over, { choice: 'skip', attempt: 1, at: AT }).history.at(-1)?.status, 'skip');
    assert.equal(chosen(over, { choice: 'abort', attempt: 1, at: AT }).history.at(-1)?.status, 'abort');
  });

  it('[GATE-3] tells attempt n of m, the hints and the previous feedback', () => {
    const review = judgedWith(openReview(chunkGates, 3), 1, 'FAIL');
    const failed = {
      ...judgement(lint, 'blocking', 'FAIL'),
      evidence: [{ file: 'src/a.ts', line: 3, text: 'unused variable' }],
    };
    const text = gateGuidance(review, [failed]);
    assert.match(text, /Attempt 2 of 2/);
    assert.match(text, /- No warnings/);
    assert.match(text, /Previous feedback of "lint" \(Clean\): lint said FAIL/);
    assert.match(text, /src\/a\.ts:3: unused variable/);
  });

  it('[GATE-5] warns of advisory gates by their names, and never of those that only inform', () => {
    const warnings = warningsOf([
      judgement(style, 'advisory', 'FAIL'),
      judgement(lint, 'informational', 'FAIL'),
      judgement(lint, 'advisory', 'PASS'),
      judgement(lint, 'advisory', 'BROKEN'),
    ]);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0]!, /advisory gate "style" failed: style said FAIL/);
    assert.match(warnings[1]!, /"lint".*could not be judged/);
  });
});
