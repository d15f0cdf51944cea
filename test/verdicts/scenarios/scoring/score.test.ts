import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decideScore,
  isEnvironmentFailure,
  satisfiedShare,
  type ScoredScenario,
  type ScoredTrajectory,
} from '../../../../src/verdicts/scenarios/scoring/score.ts';
import '../../../random-seed.ts';

function trajectories(
  satisfied: number,
  unsatisfied: number,
  others: readonly ScoredTrajectory[] = [],
): ScoredScenario {
  return {
    trajectories: [
      ...Array.from({ length: satisfied }, () => ({ outcome: 'satisfied' as const })),
      ...Array.from({ length: unsatisfied }, () => ({ outcome: 'unsatisfied' as const, decidedBy: 'a' })),
      ...others,
    ],
  };
}

function environment(decidedBy: string, category = 'start'): ScoredTrajectory {
  return { outcome: 'environment', decidedBy, category };
}

const failureCriterion: ScoredTrajectory = { outcome: 'failure-criterion', decidedBy: 'lost' };

describe('The score of scenarios', () => {
  it('[ASSERT-SCEN-004] is the satisfied share: 9 of 10 trajectories give 0.9', () => {
    assert.equal(satisfiedShare(trajectories(9, 1).trajectories), 0.9);
    assert.deepEqual(decideScore([trajectories(9, 1)], 0.9), { outcome: 'passed', score: 0.9 });
    assert.equal(satisfiedShare([]), null);
  });

  it('[ASSERT-SCEN-004] counts all trajectories of all scenarios alike', () => {
    assert.equal(decideScore([trajectories(1, 0), trajectories(5, 4)], 0).score, 0.6);
  });

  it('[ASSERT-SCEN-005] passes with 0.96 against 0.95, and exactly at the threshold', () => {
    assert.deepEqual(decideScore([trajectories(48, 2)], 0.95), { outcome: 'passed', score: 0.96 });
    assert.deepEqual(decideScore([trajectories(19, 1)], 0.95), { outcome: 'passed', score: 0.95 });
    assert.equal(decideScore([trajectories(0, 3)], 0).outcome, 'passed');
    assert.equal(decideScore([trajectories(10, 0)], 1).outcome, 'passed');
  });

  it('[ASSERT-SCEN-005] passes exactly at every threshold that is a share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (total, part) => {
        const satisfied = part % (total + 1);
        const scored = [trajectories(satisfied, total - satisfied)];
        // Both ways to compute the share.
        assert.equal(decideScore(scored, satisfied / total).outcome, 'passed');
        assert.equal(decideScore(scored, 1 - (total - satisfied) / total).outcome, 'passed');
        assert.equal(decideScore(scored, (satisfied + 0.5) / total).outcome, 'failed');
      }),
    );
  });

  it('[ASSERT-SCEN-006] fails with 0.92 against 0.95, and with 9 of 10 trajectories', () => {
    assert.deepEqual(decideScore([trajectories(46, 4)], 0.95), { outcome: 'failed', score: 0.92 });
    assert.deepEqual(decideScore([trajectories(9, 1)], 0.95), { outcome: 'failed', score: 0.9 });
  });

  it('[ASSERT-SCEN-007] fails with 0.98 against 0.95 if an explicit failure criterion applied once', () => {
    const scored = [trajectories(49, 0, [failureCriterion])];
    assert.deepEqual(decideScore(scored, 0.95), { outcome: 'failed', score: 0.98 });
    assert.equal(decideScore([...scored, trajectories(100, 0)], 0).outcome, 'failed');
  });

  it('[ASSERT-SCEN-008] is skipped without an applicable scenario, regardless of the threshold', () => {
    assert.deepEqual(decideScore([], 1), { outcome: 'skipped', score: null });
  });
});

describe('Failures of the environment', () => {
  it('[PIPE-8] are trajectories of a scenario that all failed in the same way before they reached the code', () => {
    const same = trajectories(0, 0, [environment('install'), environment('install')]);
    assert.equal(isEnvironmentFailure(same), true);
    assert.deepEqual(decideScore([same], 0), { outcome: 'environment', score: null });
  });

  it('[PIPE-8] are no failures of the environment if they differ, or if one trajectory reached the code', () => {
    const different = trajectories(0, 0, [environment('install'), environment('bank')]);
    const otherCategory = trajectories(0, 0, [environment('install', 'timeout'), environment('install', 'exit-code')]);
    const mixed = trajectories(1, 0, [environment('install')]);
    for (const scored of [different, otherCategory, mixed]) {
      assert.equal(isEnvironmentFailure(scored), false);
      assert.equal(decideScore([scored], 0.95).outcome, 'failed');
    }
    assert.equal(decideScore([mixed], 0.95).score, 0.5);
    assert.equal(isEnvironmentFailure({ trajectories: [] }), false);
  });

  it('[PIPE-8] leave the validation without a verdict, unless other scenarios fail', () => {
    const broken = trajectories(0, 0, [environment('bank')]);
    assert.deepEqual(decideScore([broken, trajectories(10, 0)], 0.95), { outcome: 'environment', score: 1 });
    assert.deepEqual(decideScore([broken, trajectories(9, 1)], 0.95), { outcome: 'failed', score: 0.9 });
    assert.equal(decideScore([broken, trajectories(1, 0, [failureCriterion])], 0).outcome, 'failed');
  });
});
