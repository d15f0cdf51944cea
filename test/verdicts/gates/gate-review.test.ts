import assert from 'node:assert/strict';
import { gateSchema, type Gate } from '../../../src/contract/model.ts';
import {
  recordChoice,
  recordExhaustion,
  countFailures,
  recordJudgements,
  openReview,
  type GateReview,
} from '../../../src/verdicts/gates/gate-review.ts';
import { gateGuidance, gateWarnings } from '../../../src/verdicts/gates/guidance.ts';
import type { GateJudgement, GateVerdict } from '../../../src/verdicts/gates/judgement.ts';

const AT = '2026-11-22T00:00:00.000Z';
const lint = gateSchema.parse({ id: 'lint', name: 'Clean', criteria: ['No warnings'], command: 'npm run lint' });
const style = gateSchema.parse({ id: 'style', severity: 'high', command: 'npm run style' });
const chunkGates = [lint, style].map((gate, position) => ({ gate, position }));

function createJudgement(gate: Gate, mode: GateJudgement['mode'], verdict: GateVerdict): GateJudgement {
  return { gate, mode, verdict, reasoning: `${gate.id} has ${verdict}` };
}

function judge(review: GateReview, attempt: number, verdict: GateVerdict): GateReview {
  const judgements = [createJudgement(lint, 'blocking', verdict), createJudgement(style, 'advisory', 'FAIL')];
  return recordJudgements(review, { judgements, attempt, at: AT });
}

describe('gate review', () => {
  it('[GATE-1] counts attempts that a blocking gate failed, with time and reasoning of each verdict', () => {
    const review = judge(judge(openReview(chunkGates, 3), 1, 'FAIL'), 2, 'FAIL');
    assert.equal(review.attemptCount, 2);
    assert.equal(review.maxAttempts, 2);
    assert.deepEqual(review.history.at(-2), {
      at: AT,
      gateId: 'lint',
      status: 'fail',
      attempt: 2,
      reasoning: 'lint has FAIL',
    });
    assert.equal(countFailures(review, 'lint'), 2);
    const exhausted = recordExhaustion(review, ['lint']);
    assert.equal(exhausted.retryLimitExceeded, true);
    assert.deepEqual(exhausted.exhaustedGateIds, ['lint']);
  });

  it('[GATE-2] uses the limit of the chunk if it is lower', () => {
    assert.equal(openReview(chunkGates, 1).maxAttempts, 1);
    assert.equal(openReview(chunkGates, 9).maxAttempts, 2);
    assert.equal(openReview([chunkGates[1]!], 9).maxAttempts, 9);
  });

  it('counts no attempt for a gate that could not be judged', () => {
    const review = judge(openReview(chunkGates, 3), 1, 'BROKEN');
    assert.equal(review.attemptCount, 0);
    assert.equal(review.history[0]?.status, 'broken');
  });

  it('[GATE-6] resets the count after retry and records the choice', () => {
    const exhausted = recordExhaustion(judge(openReview(chunkGates, 1), 1, 'FAIL'), ['lint']);
    const reset = recordChoice(exhausted, { choice: 'retry', attempt: 1, at: AT, instruction: 'Use semicolons' });
    assert.equal(reset.attemptCount, 0);
    assert.equal(reset.retryLimitExceeded, false);
    assert.deepEqual(reset.exhaustedGateIds, []);
    assert.equal(countFailures(reset, 'lint'), 0);
    const last = reset.history.at(-1);
    assert.equal(last?.status, 'reset');
    assert.equal(last.at, AT);
    assert.match(last.reasoning, /Use semicolons/);
    assert.equal(recordChoice(exhausted, { choice: 'skip', attempt: 1, at: AT }).history.at(-1)?.status, 'skip');
    assert.equal(recordChoice(exhausted, { choice: 'abort', attempt: 1, at: AT }).history.at(-1)?.status, 'abort');
  });

  it('[GATE-3] puts the attempt number, the hints and the previous feedback into the guidance', () => {
    const review = judge(openReview(chunkGates, 3), 1, 'FAIL');
    const failed = {
      ...createJudgement(lint, 'blocking', 'FAIL'),
      evidence: [{ file: 'src/a.ts', line: 3, text: 'unused variable' }],
    };
    const text = gateGuidance(review, [failed]);
    assert.match(text, /Attempt 2 of 2/);
    assert.match(text, /- No warnings/);
    assert.match(text, /Previous feedback of "lint" \(Clean\): lint has FAIL/);
    assert.match(text, /src\/a\.ts:3: unused variable/);
  });

  it('[GATE-5] names advisory gates in warnings, but no informational ones', () => {
    const warnings = gateWarnings([
      createJudgement(style, 'advisory', 'FAIL'),
      createJudgement(lint, 'informational', 'FAIL'),
      createJudgement(lint, 'advisory', 'PASS'),
      createJudgement(lint, 'advisory', 'BROKEN'),
    ]);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0]!, /advisory gate "style" failed: style has FAIL/);
    assert.match(warnings[1]!, /"lint".*could not be judged/);
  });
});
