import assert from 'node:assert/strict';
import { toReviewOutcome } from '../../../../src/pipeline/executors/judging/review-executor.ts';
import { toScenarioOutcome } from '../../../../src/pipeline/executors/judging/scenarios-executor.ts';
import type { KeptFinding } from '../../../../src/pipeline/state/judgement.ts';
import type { ReviewFinding } from '../../../../src/verdicts/review/review-finding.ts';
import type { ReviewReport } from '../../../../src/verdicts/review/review-report.ts';
import type { ScenarioReport } from '../../../../src/verdicts/scenarios/scenario-report.ts';

const AT = '2026-11-25T10:00:00.000Z';

const FINDING: ReviewFinding = {
  pass: 'security',
  file: 'src/a.ts',
  line: 3,
  severity: 'blocking',
  category: 'injection',
  explanation: 'The query is built from the text of the request.',
  code: 'query(`select ${text}`)',
};

function review(findings: readonly ReviewFinding[], earlier: readonly KeptFinding[] = []) {
  const report: ReviewReport = {
    decision: 'remediate',
    findings: [...findings],
    constraints: [],
    passes: [{ pass: 'security', status: 'completed', dropped: 2, calls: 1, costUsd: 0.01 }],
    warnings: [],
    costUsd: 0.01,
  };
  return toReviewOutcome(report, { commit: 'r1', earlier, at: AT });
}

describe('what the state keeps of a review', () => {
  it('[ASSERT-REVIEW-005] recognizes a finding of the review before, also if its line has moved and its words differ', () => {
    const first = review([FINDING]);
    assert.deepEqual(
      first.findings.map(({ reviews }) => reviews),
      [1],
    );
    const moved = { ...FINDING, line: 12, explanation: 'User input becomes a part of the query.' };
    const other = { ...FINDING, file: 'src/b.ts', category: 'secret', explanation: 'A key is in the code.' };
    const second = review([moved, other], first.findings);
    assert.deepEqual(
      second.findings.map(({ file, reviews }) => [file, reviews]),
      [
        ['src/a.ts', 2],
        ['src/b.ts', 1],
      ],
    );
  });

  it('is bounded: long texts are shortened, and what is left out is counted', () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ ...FINDING, file: `src/${index}.ts`, line: 1 }));
    const outcome = review(many.map((finding) => ({ ...finding, explanation: 'x'.repeat(10_000) })));
    assert.deepEqual([outcome.findings.length, outcome.omitted], [100, 30]);
    assert.ok(JSON.stringify(outcome).length < 300_000);
    assert.equal(outcome.passes[0]?.dropped, 2);
  });
});

describe('what the state keeps of scenarios', () => {
  const trajectory = (
    number: number,
    outcome: ScenarioReport['scenarios'][number]['trajectories'][number]['outcome'],
  ) => ({
    number,
    outcome,
    observed: 'SECRET TEXT OF THE SCENARIO',
    durationMs: 1,
  });
  const report: ScenarioReport = {
    outcome: 'failed',
    score: 0.5,
    threshold: 0.95,
    scenarios: [
      {
        id: 'brake',
        title: 'SECRET TITLE',
        file: '.holdfast/scenarios/brake.scenario.yaml',
        score: 0.5,
        planned: 4,
        trajectories: [trajectory(1, 'satisfied'), trajectory(2, 'unsatisfied'), trajectory(3, 'failure-criterion')],
      },
    ],
    holdout: { enforced: false, reason: 'there is no sandbox.' },
    feedback: [],
    notes: [],
    costUsd: 0,
  };

  it('[ASSERT-SCEN-010] [ASSERT-SCEN-002] is its numbers, without text of a scenario', () => {
    const outcome = toScenarioOutcome(report, 'r1', AT);
    assert.deepEqual([outcome.trajectories, outcome.score, outcome.holdoutGap], [3, 0.5, 'there is no sandbox.']);
    assert.deepEqual(outcome.scenarios, [
      { id: 'brake', score: 0.5, planned: 4, satisfied: 1, unsatisfied: 1, failed: 1, environment: 0 },
    ]);
    assert.ok(!JSON.stringify(outcome).includes('SECRET'));
  });

  it('[ASSERT-SCEN-008] needs no holdout if no scenario was executed', () => {
    const outcome = toScenarioOutcome({ ...report, outcome: 'skipped', scenarios: [], score: null }, 'r1', AT);
    assert.deepEqual([outcome.outcome, outcome.holdoutGap, outcome.trajectories], ['skipped', undefined, 0]);
  });
});
