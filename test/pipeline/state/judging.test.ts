import assert from 'node:assert/strict';
import { auditFacts } from '../../../src/pipeline/audit/audit-event.ts';
import { without } from '../../../src/pipeline/state/changes.ts';
import { itemStateSchema, type ItemState } from '../../../src/pipeline/state/item-state.ts';
import type { KeptFinding, ScenarioOutcome } from '../../../src/pipeline/state/judgement.ts';
import { nextAction } from '../../../src/pipeline/state/next-action.ts';
import type { SubItem } from '../../../src/pipeline/state/sub-item.ts';
import { transition } from '../../../src/pipeline/state/transition.ts';
import { listWaitingDecisions } from '../../../src/pipeline/state/waiting-decisions.ts';
import {
  apply,
  attempted,
  AT,
  based,
  BY,
  createPlannedItem,
  createPolicy,
  judged,
  performAll,
  plannedSubItem,
  reviewed,
  scenariosEnded,
} from './item-states.ts';

const BLOCKING: KeptFinding = {
  pass: 'security',
  file: 'src/a.ts',
  line: 3,
  severity: 'blocking',
  category: 'injection',
  explanation: 'The text is not escaped.',
  reviews: 1,
};
const WARNING: KeptFinding = {
  ...BLOCKING,
  severity: 'warning',
  category: 'naming',
  explanation: 'The name is short.',
};

const FAILED: Partial<ScenarioOutcome> = {
  outcome: 'failed',
  score: 0.5,
  trajectories: 2,
  scenarios: [{ id: 'brake', score: 0.5, planned: 2, satisfied: 1, unsatisfied: 1, failed: 0, environment: 0 }],
};

/** The sub-item `a`, whose first result passed generation. */
function createResult(policy = createPolicy()): ItemState {
  const item = createPlannedItem([plannedSubItem('a'), plannedSubItem('b', 'a')], policy);
  return performAll(apply(item, based('a', 'main', 'c0'), attempted('a', { number: 1, passed: true })));
}

function placeOf({ subItems }: ItemState): Pick<SubItem, 'stage' | 'status'> | undefined {
  const [a] = subItems;
  return a && { stage: a.stage, status: a.status };
}

const hasPullRequest = (state: ItemState): boolean =>
  [...state.outbox, ...Object.keys(state.receipts).map((key) => ({ key, type: key }))].some(({ key }) =>
    key.endsWith('a/pull-request'),
  );

describe('the scenarios of a sub-item', () => {
  it('[ASSERT-SCEN-005] [ASSERT-SCEN-008] judges each result before its review, and continues if it passed or none covers it', () => {
    const result = createResult();
    assert.deepEqual(nextAction(result), { type: 'judge', stage: 'scenarios', subItem: 'a' });
    for (const outcome of ['passed', 'skipped'] as const) {
      const next = performAll(apply(result, scenariosEnded('a', 'a-r1', { outcome, score: 0.95 })));
      assert.deepEqual(nextAction(next), { type: 'judge', stage: 'review', subItem: 'a' });
      assert.equal(hasPullRequest(next), false);
    }
  });

  it('[ASSERT-SCEN-006] sends a failed result back with the feedback of the scenarios only, and starts from the result', () => {
    const state = apply(createResult(), scenariosEnded('a', 'a-r1', FAILED, ['brake: unsatisfied. Output: 3']));
    const [a] = state.subItems;
    assert.deepEqual(nextAction(performAll(state)), { type: 'generate', subItem: 'a' });
    assert.deepEqual([a?.feedback, a?.result], [['brake: unsatisfied. Output: 3'], 'a-r1']);
    assert.deepEqual([a?.remediations, a?.rework, a?.attempts], [1, 0, []]);
  });

  it('[ASSERT-SCEN-007] sends a result back that met a failure criterion, regardless of its score', () => {
    const scenarios = [{ id: 'brake', score: 1, planned: 10, satisfied: 9, unsatisfied: 0, failed: 1, environment: 0 }];
    const state = apply(createResult(), scenariosEnded('a', 'a-r1', { ...FAILED, score: 1, scenarios }, ['brake']));
    assert.deepEqual(placeOf(state), { stage: 'generation', status: 'active' });
    assert.match(state.subItems[0]?.judgements?.[0]?.text ?? '', /A failure criterion was met in brake\./);
  });

  it('[PIPE-8] fails when no trajectory reached the code, feeds nothing back, and is tried again when it is resumed', () => {
    const event = scenariosEnded('a', 'a-r1', { outcome: 'environment', scenarios: FAILED.scenarios ?? [] });
    const state = apply(createResult(), { ...event, environment: 'The twin "broker" did not start.' });
    const [a] = state.subItems;
    assert.deepEqual([state.status, state.failure?.reason], ['failed', 'environment']);
    assert.match(state.failure?.message ?? '', /The twin "broker" did not start\./);
    assert.deepEqual([a?.feedback, a?.remediations, listWaitingDecisions(state)], [[], undefined, []]);
    const resumed = performAll(apply(performAll(state), { type: 'resumed', ...BY }));
    assert.deepEqual(nextAction(resumed), { type: 'judge', stage: 'scenarios', subItem: 'a' });
  });

  it('[ASSERT-SCEN-002] waits for a person if the holdout is not enforced, with the reason', () => {
    const outcome = { outcome: 'passed', score: 1, holdoutGap: 'there is no sandbox.' } as const;
    const state = apply(createResult(), scenariosEnded('a', 'a-r1', outcome));
    assert.deepEqual(placeOf(state), { stage: 'scenarios', status: 'waiting' });
    const request = state.outbox.find((effect) => effect.type === 'comment' && effect.key.includes('a/gate'));
    assert.match(
      request?.type === 'comment' ? request.body : '',
      /The holdout of the scenarios is not enforced: there/,
    );
    assert.deepEqual(listWaitingDecisions(state), [{ stage: 'scenarios', subItem: 'a', hash: 'a-r1' }]);
    const approval = { hash: 'a-r1', by: 'kim', via: 'command', at: AT } as const;
    const approved = performAll(apply(state, { type: 'sub-item-approved', subItem: 'a', approval }));
    assert.deepEqual(nextAction(approved), { type: 'judge', stage: 'review', subItem: 'a' });
  });

  it('[ASSERT-SCEN-010] records the scores, the number of trajectories and the failures in the audit trail', () => {
    const before = createResult();
    const event = scenariosEnded('a', 'a-r1', FAILED);
    const [fact] = auditFacts(before, transition(before, event).state, event, AT);
    assert.ok(fact !== undefined);
    const { details, ...place } = fact;
    assert.deepEqual([place.stage, place.subItem, place.event], ['scenarios', 'a', 'scenarios-ended']);
    assert.deepEqual([details['score'], details['threshold'], details['trajectories']], [0.5, 0.95, 2]);
    assert.deepEqual([details['score brake'], details['outcome'], details['holdoutEnforced']], [0.5, 'failed', true]);
    assert.equal(details['failures brake'], '1 unsatisfied, 0 failure criterion, 0 environment');
  });
});

describe('the review of a sub-item', () => {
  const createReviewable = (policy = createPolicy()): ItemState =>
    performAll(apply(createResult(policy), scenariosEnded('a', 'a-r1')));

  it('[ASSERT-REVIEW-001] [ASSERT-REVIEW-004] sends a blocking finding back with its file, line and explanation, and opens no pull request', () => {
    const outcome = { decision: 'remediate', findings: [BLOCKING, WARNING] } as const;
    const state = apply(createReviewable(), reviewed('a', 'a-r1', { ...outcome, findings: [...outcome.findings] }));
    assert.deepEqual(nextAction(performAll(state)), { type: 'generate', subItem: 'a' });
    assert.deepEqual(state.subItems[0]?.feedback, [
      'The review found: src/a.ts:3: [blocking] security/injection: The text is not escaped.',
    ]);
    assert.equal(hasPullRequest(state), false);
  });

  it('[ASSERT-REVIEW-002] proceeds with warnings, and keeps them for the pull request', () => {
    const state = apply(createReviewable(), reviewed('a', 'a-r1', { findings: [WARNING] }));
    assert.deepEqual(nextAction(performAll(state)), { type: 'integrate', subItem: 'a' });
    const open = apply(performAll(state), { type: 'integrated', subItem: 'a', at: AT });
    const [request, review] = open.outbox;
    assert.ok(request?.type === 'pull-request' && review?.type === 'review');
    assert.match(request.body, /Scenarios: skipped[\s\S]*Review: passed with 1 finding \(1 warning\)\./);
    assert.deepEqual([review.subItem, review.commit], ['a', 'a-r1']);
  });

  it('[ASSERT-EXT-002] names what could not be checked in the pull request and the audit trail', () => {
    const warnings = ['The domain electrical was left out.'];
    const before = createReviewable();
    const event = reviewed('a', 'a-r1', { warnings });
    const [fact] = auditFacts(before, transition(before, event).state, event, AT);
    assert.equal(fact?.details['warnings'], warnings[0]);
    const open = apply(performAll(apply(before, event)), { type: 'integrated', subItem: 'a', at: AT });
    const request = open.outbox.find(({ type }) => type === 'pull-request');
    assert.match(
      request?.type === 'pull-request' ? request.body : '',
      /\*\*Warnings\*\*\n\n- The domain electrical was/,
    );
  });

  it('[ASSERT-REVIEW-005] escalates after three corrections by scenarios and reviews, and names what persisted', () => {
    let state = apply(createResult(), scenariosEnded('a', 'a-r1', FAILED, ['brake']));
    for (const number of [2, 3]) {
      state = apply(state, attempted('a', { number, passed: true }), scenariosEnded('a', `a-r${number}`));
      const findings = [{ ...BLOCKING, reviews: number - 1 }];
      state = apply(state, reviewed('a', `a-r${number}`, { decision: 'remediate', findings }));
      assert.deepEqual(placeOf(state), { stage: 'generation', status: 'active' });
    }
    const last = reviewed('a', 'a-r4', { decision: 'remediate', findings: [{ ...BLOCKING, reviews: 3 }] });
    state = apply(state, attempted('a', { number: 4, passed: true }), scenariosEnded('a', 'a-r4'), last);
    assert.deepEqual([placeOf(state)?.status, state.failure?.reason], ['failed', 'escalated']);
    assert.match(
      state.failure?.message ?? '',
      /corrected 3 times[\s\S]*src\/a\.ts:3[\s\S]*found in 3 reviews in a row/,
    );
    assert.equal(hasPullRequest(state), false);
    // A person with write access accepts the findings, or lets Holdfast continue.
    assert.deepEqual(listWaitingDecisions(state), [{ stage: 'review', subItem: 'a', hash: 'a-r4' }]);
    const approval = { hash: 'a-r4', by: 'kim', via: 'command', at: AT } as const;
    const accepted = performAll(apply(performAll(state), { type: 'sub-item-approved', subItem: 'a', approval }));
    assert.deepEqual(nextAction(accepted), { type: 'integrate', subItem: 'a' });
    const resumed = performAll(apply(performAll(state), { type: 'resumed', ...BY }));
    assert.deepEqual(nextAction(resumed), { type: 'judge', stage: 'review', subItem: 'a' });
  });

  it('[ASSERT-REVIEW-005] follows the configured limit', () => {
    const state = apply(
      createReviewable({ ...createPolicy(), remediationLimit: 0 }),
      reviewed('a', 'a-r1', { decision: 'remediate', findings: [BLOCKING] }),
    );
    assert.equal(state.failure?.reason, 'escalated');
  });

  it('[ASSERT-REVIEW-003] never proceeds without a valid answer of each pass: it is repeated, then a person must decide', () => {
    const passes = [{ pass: 'security', status: 'broken', reason: 'no JSON', dropped: 0 } as const];
    const broken = reviewed('a', 'a-r1', { decision: 'broken', passes });
    const once = performAll(apply(createReviewable(createPolicy({}, 2)), broken));
    assert.deepEqual(nextAction(once), { type: 'judge', stage: 'review', subItem: 'a' });
    const state = apply(once, broken);
    assert.equal(state.failure?.reason, 'escalated');
    assert.match(state.failure.message, /no valid answer of the pass security: no JSON\.$/);
    assert.deepEqual(listWaitingDecisions(state), [], 'what was not reviewed cannot be accepted');
    const valid = apply(once, reviewed('a', 'a-r1'));
    assert.deepEqual(nextAction(performAll(valid)), { type: 'integrate', subItem: 'a' });
  });

  it('waits for a person at a human gate of the review', () => {
    const state = apply(createReviewable(createPolicy({ review: 'human' })), reviewed('a', 'a-r1'));
    assert.deepEqual(placeOf(state), { stage: 'review', status: 'waiting' });
    const approval = { hash: 'a-r1', by: 'kim', via: 'command', at: AT } as const;
    const approved = apply(state, { type: 'sub-item-approved', subItem: 'a', approval });
    assert.deepEqual(nextAction(performAll(approved)), { type: 'integrate', subItem: 'a' });
  });

  it('ignores a judgement of a result that has been replaced', () => {
    const state = createReviewable();
    assert.equal(apply(state, reviewed('a', 'a-r0')), state);
    assert.equal(apply(state, scenariosEnded('a', 'a-r1')), state);
  });
});

describe('the judgements of a result whose pull request is open', () => {
  const createOpen = (): ItemState => {
    const item = performAll(apply(createResult(), ...judged('a', 'a-r1')));
    return performAll(apply(item, { type: 'integrated', subItem: 'a', at: AT }));
  };

  it('judges the commits of a person that are taken over', () => {
    const found = { type: 'foreign-change', subItem: 'a', commit: 'theirs', pushed: 'a-r1', at: AT } as const;
    const approval = { hash: 'theirs', by: 'kim', via: 'review', at: AT } as const;
    const state = performAll(apply(createOpen(), found, { type: 'sub-item-approved', subItem: 'a', approval }));
    assert.deepEqual(nextAction(state), { type: 'judge', stage: 'scenarios', subItem: 'a' });
    const again = performAll(apply(state, ...judged('a', 'theirs')));
    assert.deepEqual(placeOf(again), { stage: 'integration', status: 'waiting' });
    assert.deepEqual(
      listWaitingDecisions(again).filter(({ subItem }) => subItem === 'a'),
      [],
      'the approval of exactly this commit counts',
    );
  });

  it('judges a replayed result and a requested change again, and posts what was judged on the open pull request', () => {
    const replayed = apply(createOpen(), {
      type: 'replayed',
      subItem: 'a',
      base: { branch: 'main', commit: 'm1' },
      result: 'a-r2',
    });
    assert.deepEqual(placeOf(replayed), { stage: 'scenarios', status: 'active' });
    const state = apply(performAll(replayed), ...judged('a', 'a-r2'));
    const posted = state.outbox.flatMap((effect) => (effect.type === 'review' ? [effect.commit] : []));
    assert.deepEqual([placeOf(state)?.status, posted], ['waiting', ['a-r2']]);
    const requested = apply(createOpen(), { type: 'changes-requested', subItem: 'a', feedback: 'More.', ...BY });
    const again = performAll(apply(requested, attempted('a', { number: 2, passed: true })));
    assert.deepEqual(nextAction(again), { type: 'judge', stage: 'scenarios', subItem: 'a' });
  });

  it('replays what depends on a change only after its new result has been judged', () => {
    const both = apply(
      createOpen(),
      based('b', 'holdfast/42/1/sub/a', 'a-r1'),
      attempted('b', { number: 1, passed: true }),
    );
    const requested = apply(both, { type: 'changes-requested', subItem: 'a', feedback: 'More.', ...BY });
    const passed = performAll(apply(requested, attempted('a', { number: 2, passed: true })));
    assert.deepEqual(nextAction(passed), { type: 'judge', stage: 'scenarios', subItem: 'a' });
    const judgedAgain = performAll(apply(passed, ...judged('a', 'a-r2')));
    assert.deepEqual(nextAction(judgedAgain), { type: 'replay', subItem: 'b' });
  });
});

describe('the human approval of a safety-affecting change', () => {
  const safety = [{ source: 'changed-file', detail: 'src/brakes.ts' }] as const;
  const statuses = ({ outbox }: ItemState): readonly string[] =>
    outbox.flatMap((effect) => (effect.type === 'human-approval' ? [`${effect.commit} ${effect.state}`] : []));

  /** The pull request of the first result is open. */
  function createOpen(): ItemState {
    const event = { ...attempted('a', { number: 1, passed: true }), safety };
    const approval = { hash: 'a-r1', by: 'kim', via: 'command', at: AT } as const;
    const generated = apply(createPlannedItem([plannedSubItem('a')]), based('a', 'main', 'c0'), event);
    assert.deepEqual(statuses(generated), ['a-r1 pending']);
    const approved = apply(performAll(generated), { type: 'sub-item-approved', subItem: 'a', approval });
    const item = performAll(apply(approved, ...judged('a', 'a-r1')));
    assert.deepEqual(statuses(item), []);
    return performAll(apply(item, { type: 'integrated', subItem: 'a', at: AT }));
  }

  it('[ASSERT-REVIEW-006] is pending for each new head, and succeeds only with an approving review of exactly the head', () => {
    const open = createOpen();
    assert.equal(listWaitingDecisions(open).length, 1, 'the approval of the generation is not one of the pull request');
    const approve = (via: 'command' | 'review') =>
      ({ type: 'sub-item-approved', subItem: 'a', approval: { hash: 'a-r1', by: 'kim', via, at: AT } }) as const;
    assert.deepEqual(statuses(apply(open, approve('command'))), []);
    const approved = apply(open, approve('review'));
    assert.deepEqual(statuses(approved), ['a-r1 success']);
    const effect = approved.outbox.find(({ type }) => type === 'human-approval');
    assert.equal(effect?.type === 'human-approval' && effect.by, 'kim');
    const withdrawn = apply(performAll(approved), { type: 'approval-withdrawn', subItem: 'a', at: AT });
    assert.deepEqual(statuses(withdrawn), ['a-r1 pending']);
    const requested = apply(performAll(approved), {
      type: 'changes-requested',
      subItem: 'a',
      feedback: 'More.',
      ...BY,
    });
    assert.deepEqual(statuses(requested), ['a-r1 pending']);
    const next = apply(performAll(requested), attempted('a', { number: 2, passed: true }));
    assert.deepEqual(statuses(next), ['a-r2 pending']);
  });

  it('[ASSERT-REVIEW-006] is not required of other items', () => {
    const state = apply(createResult(), ...judged('a', 'a-r1'));
    assert.deepEqual([statuses(state), Object.keys(state.receipts).filter((key) => /human/.test(key))], [[], []]);
  });
});

describe('a state of an earlier version', () => {
  it('is read without the stages scenarios and review, whose gates are automatic', () => {
    const state = createResult();
    const gates = without(state.policy.gates, 'scenarios', 'review');
    const maxTries = without(state.policy.maxTries, 'scenarios', 'review');
    const policy = { ...without(state.policy, 'remediationLimit'), gates, maxTries };
    const subItems = state.subItems.map((subItem) => ({ ...subItem, stage: 'integration' }));
    const earlier = { ...state, policy, subItems };
    const read = itemStateSchema.parse(JSON.parse(JSON.stringify(earlier)));
    assert.deepEqual([read.policy.gates.scenarios, read.policy.gates.review], ['auto', 'auto']);
    assert.deepEqual([read.policy.maxTries.review, read.policy.remediationLimit], [5, 3]);
    assert.deepEqual(nextAction(performAll(read)), { type: 'integrate', subItem: 'a' });
  });
});
