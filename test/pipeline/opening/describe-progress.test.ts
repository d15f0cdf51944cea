import assert from 'node:assert/strict';
import { describeStep } from '../../../src/pipeline/opening/describe-progress.ts';
import type { ItemState } from '../../../src/pipeline/state/item-state.ts';
import type { KeptFinding } from '../../../src/pipeline/state/judgement.ts';
import {
  AT,
  answered,
  apply,
  attempted,
  createItem,
  createPlannedItem,
  createPolicy,
  performAll,
  plannedSubItem,
  reviewed,
  scenariosEnded,
} from '../state/item-states.ts';

const FINDING: KeptFinding = {
  pass: 'constraints',
  file: 'src/bus.ts',
  line: 17,
  severity: 'blocking',
  category: 'constraint',
  explanation: 'The load must be at most 0.5, but is 0.55\nExpected: at most 0.5',
  reviews: 1,
};
const SCENARIOS = [{ id: 'brake', score: 0.5, planned: 2, satisfied: 1, unsatisfied: 1, failed: 0, environment: 0 }];
const failed = { outcome: 'failed', score: 0.5, trajectories: 2, scenarios: SCENARIOS } as const;
const ofScenarios = { judged: [{ subItem: 'a', stage: 'scenarios' }] } as const;
const ofReview = { judged: [{ subItem: 'a', stage: 'review' }] } as const;

/** The sub-item `a`, whose first result passed generation. */
function createResult(policy = createPolicy()): ItemState {
  return performAll(
    apply(createPlannedItem([plannedSubItem('a')], policy), attempted('a', { number: 1, passed: true })),
  );
}

describe('The line of a step', () => {
  it('[ASSERT-ARCH-004] says why the answer of a stage was refused, and which try it was', () => {
    const refusal = (mistakes: readonly string[]) => ({ type: 'refused', stage: 'intake', mistakes, at: AT }) as const;
    const refused = { refusedStage: 'intake' } as const;
    const once = performAll(apply(createItem(createPolicy({}, 2)), refusal(['The kind is missing.'])));
    const line = 'The answer of the stage intake was refused (try 1 of 2): The kind is missing.';
    assert.equal(describeStep(once, refused), `${line} Next: the stage intake.`);
    assert.equal(describeStep(once), 'Next: the stage intake.', 'a later step does not repeat it');
    const many = performAll(apply(createItem(), refusal(['a: One', 'b: Two\nmore'])));
    assert.equal(
      describeStep(many, refused),
      'The answer of the stage intake was refused (try 1 of 5): a: One (3 lines, see "holdfast item show 42"). ' +
        'Next: the stage intake.',
    );
    const failed = performAll(apply(once, refusal(['The kind is missing.'])));
    assert.match(
      describeStep(failed, refused),
      /^The item failed in the stage intake: The stage intake had no valid answer/,
    );
  });

  it('[ASSERT-REVIEW-004] says which findings sent a result back', () => {
    const skipped = apply(createResult(), scenariosEnded('a', 'a-r1'));
    const state = performAll(apply(skipped, reviewed('a', 'a-r1', { decision: 'remediate', findings: [FINDING] })));
    assert.equal(
      describeStep(state, ofReview),
      'The review of a has 1 blocking finding: src/bus.ts:17 The load must be at most 0.5, but is 0.55. ' +
        'Next: an attempt of the sub-item a.',
    );
    assert.equal(describeStep(state), 'Next: an attempt of the sub-item a.', 'a later step does not repeat it');
  });

  it('[ASSERT-SCEN-006] says which score sent a result back', () => {
    const state = performAll(apply(createResult(), scenariosEnded('a', 'a-r1', failed)));
    assert.equal(
      describeStep(state, ofScenarios),
      'The scenarios of a: failed, score 0.5 of 0.95 in 2 trajectories (brake). Next: an attempt of the sub-item a.',
    );
  });

  it('names a reason that the passes of a broken review share once', () => {
    const passes = (['quality', 'architecture', 'security'] as const).map((pass) => ({
      pass,
      status: 'broken' as const,
      reason: 'The provider answered 503.',
      dropped: 0,
    }));
    const broken = reviewed('a', 'a-r1', { decision: 'broken', passes });
    const once = performAll(apply(createResult(createPolicy({}, 3)), scenariosEnded('a', 'a-r1'), broken));
    const reason = 'no valid answer of the passes quality, architecture, security: The provider answered 503.';
    assert.equal(
      describeStep(once, ofReview),
      `The review of a (try 1 of 3): ${reason} Next: the review of the sub-item a.`,
    );
    const last = performAll(apply(once, broken, broken));
    assert.equal(
      describeStep(last, ofReview),
      `The item failed in the stage review: The change of the sub-item a could not be reviewed in 3 tries. Review: ${reason}`,
    );
  });

  it('[ASSERT-REVIEW-005] says what is left after the last correction', () => {
    const skipped = apply(createResult({ ...createPolicy(), remediationLimit: 0 }), scenariosEnded('a', 'a-r1'));
    const state = performAll(apply(skipped, reviewed('a', 'a-r1', { decision: 'remediate', findings: [FINDING] })));
    assert.match(
      describeStep(state, ofReview),
      /^The review of a has 1 blocking finding: .+ The item failed in the stage review: .+ still refuses it\.$/,
    );
  });

  it('[ASSERT-PSM-002] names the stage that follows one that passed', () => {
    const state = performAll(apply(createItem(createPolicy()), answered('intake')));
    assert.equal(describeStep(state), 'The stage intake passed. Next: the stage architecture.');
  });
});
