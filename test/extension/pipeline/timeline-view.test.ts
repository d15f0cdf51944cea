import assert from 'node:assert/strict';
import { createTimelineView } from '../../../src/extension/pipeline/timeline-view.ts';
import type { WorkSubItem } from '../../../src/pipeline.ts';
import {
  messageFromTimelinePanelSchema,
  messageToTimelinePanelSchema,
} from '../../../src/webview/pipeline/protocol/timeline-messages.ts';
import { createDetails, createWorkItem, waitingForApproval } from './support/work-items.ts';

const details = createDetails(createWorkItem('3', { ...waitingForApproval, stage: 'planning' }), {
  safety: [{ source: 'module', detail: 'src/brakes' }],
  answers: [{ stage: 'architecture', hash: 'h', text: '# Spec', language: 'markdown' }],
  subItems: [
    {
      id: 'types',
      title: 'Types',
      dependsOn: ['base'],
      stage: 'generation',
      status: 'failed',
      attempts: 3,
      pullRequest: 9,
    },
  ],
  cost: [
    { stage: 'architecture', usd: 0.25, unsettledUsd: 0, executions: 2 },
    { stage: 'generation', subItem: 'types', usd: 0.004, unsettledUsd: 0.001, executions: 1 },
  ],
  timeline: [
    { at: '2026-11-23T10:00:00Z', kind: 'transition', stage: 'intake', text: 'Entered intake.' },
    { at: '2026-11-23T10:01:00Z', kind: 'effect', stage: 'intake', text: 'Posted a comment.' },
    {
      at: '2026-11-23T10:02:00Z',
      kind: 'attempt',
      stage: 'generation',
      subItem: 'types',
      text: 'Failed.',
      costUsd: 0.1,
    },
  ],
});

const judged: WorkSubItem = {
  id: 'types',
  title: 'Types',
  dependsOn: [],
  stage: 'scenarios',
  status: 'waiting',
  attempts: 1,
  commit: 'c2',
  baseCommit: 'c0',
  scenarios: {
    commit: 'c2',
    outcome: 'passed',
    score: 0.8,
    threshold: 0.75,
    trajectories: 5,
    scenarios: [
      { id: 'orders', score: 0.8, planned: 6, satisfied: 4, unsatisfied: 0, failed: 1, environment: 0 },
      { id: 'empty', score: null, planned: 0, satisfied: 0, unsatisfied: 0, failed: 0, environment: 0 },
    ],
    holdoutGap: 'the sandbox is missing.',
    at: '2026-11-25T10:00:00Z',
  },
  review: {
    commit: 'c1',
    decision: 'remediate',
    findings: [
      {
        pass: 'security',
        file: 'src/a.ts',
        line: 4,
        severity: 'blocking',
        category: 'injection',
        explanation: 'Unsafe.',
        reviews: 2,
      },
    ],
    omitted: 1,
    passes: [{ pass: 'quality', status: 'broken', reason: 'no answer', dropped: 0 }],
    warnings: ['No domain service.'],
    at: '2026-11-25T09:00:00Z',
  },
};

describe('The timeline of a work item', () => {
  const view = createTimelineView(details, undefined, true);

  it('[ASSERT-CODE-005] shows the cost per stage and sub-item, and what was never settled', () => {
    assert.deepEqual(view.costs, [
      { place: 'Architecture', cost: '$0.25', executions: 2, note: '' },
      {
        place: 'Generation · types',
        cost: '< $0.01',
        executions: 1,
        note: '< $0.01 reserved by executions that never ended',
      },
    ]);
  });

  it('[ASSERT-PSM-002] shows transitions and attempts newest first, and marks effects as details', () => {
    assert.deepEqual(
      view.entries.map(({ text, place, isDetail, cost }) => [text, place, isDetail, cost]),
      [
        ['Failed.', 'Generation · types', false, '$0.10'],
        ['Posted a comment.', 'Intake', true, undefined],
        ['Entered intake.', 'Intake', false, undefined],
      ],
    );
    assert.deepEqual(
      view.stages.map(({ state }) => state),
      ['done', 'done', 'done', 'current', 'later', 'later', 'later', 'later'],
    );
  });

  it('[ASSERT-PSM-003] [ASSERT-PSM-004] shows what waits, and why people must approve', () => {
    assert.deepEqual(view.decisions, [
      {
        label: 'Approve or reject the specification (pull request #7).',
        part: { hash: 'a1b2c3d4e5', stage: 'architecture', subItem: undefined },
      },
    ]);
    assert.deepEqual(view.safety, ['src/brakes (safety-critical module)']);
    assert.equal(view.canDecide, true);
  });

  it('offers no action in an untrusted workspace, and shows the progress of a run', () => {
    const untrusted = createTimelineView(details, undefined, false);
    assert.deepEqual([untrusted.actions, untrusted.canDecide], [[], false]);
    const running = createTimelineView(details, 'Attempt 1', true);
    assert.deepEqual([running.progress, running.actions], ['Attempt 1', ['cancel']]);
    const fresh = createTimelineView(createDetails(createWorkItem('1')), undefined, true);
    assert.deepEqual(fresh.actions, ['run']);
    assert.ok(fresh.stages.every(({ state }) => state === 'later'));
  });

  it('shows the score of each scenario, and why a person decides without an enforced holdout', () => {
    const [judgement] = createTimelineView({ ...details, subItems: [judged] }, undefined, true).judgements;
    assert.ok(judgement?.scenarios);
    const { scenarios } = judgement;
    assert.deepEqual(
      [scenarios.status.label, scenarios.score, scenarios.holdout, scenarios.isOutdated],
      ['Passed', '80 % of 5 trajectories, at least 75 %', 'Holdout not enforced: the sandbox is missing.', false],
    );
    assert.deepEqual(scenarios.results, [
      {
        id: 'orders',
        score: '80 %',
        planned: 6,
        distribution: [
          { outcome: 'satisfied', count: 4 },
          { outcome: 'failure-criterion', count: 1 },
          { outcome: 'not-run', count: 1 },
        ],
      },
    ]);
  });

  it('[ASSERT-EXT-002] shows the findings of the last review with their places, and what could not be checked', () => {
    const withReview = createTimelineView({ ...details, subItems: [judged] }, undefined, true);
    const review = withReview.judgements[0]?.review;
    assert.ok(review);
    assert.deepEqual(
      [review.status.label, review.isOutdated, review.omitted],
      ['1 blocking finding', true, 1],
      'the review is about an earlier change',
    );
    assert.deepEqual(review.warnings, ['No valid answer of the pass Quality: no answer', 'No domain service.']);
    const [finding] = review.findings;
    assert.ok(finding);
    assert.deepEqual(finding.location, { file: 'src/a.ts', line: 4, column: 1 });
    assert.equal(finding.note, 'found in 2 reviews in a row');
    const memory = { folder: 'file:///home/repo', item: '3' };
    assert.ok(messageToTimelinePanelSchema.safeParse({ type: 'show', memory, view: withReview }).success);
    const request = { type: 'open-finding', subItem: 'types', location: finding.location };
    assert.ok(messageFromTimelinePanelSchema.safeParse(request).success);
    assert.deepEqual(createTimelineView(details, undefined, true).judgements, []);
  });

  it('is a valid message, and the page can name each part', () => {
    const memory = { folder: 'file:///home/repo', item: '3' };
    assert.ok(messageToTimelinePanelSchema.safeParse({ type: 'show', memory, view }).success);
    for (const type of ['approve', 'reject', 'open'])
      assert.ok(messageFromTimelinePanelSchema.safeParse({ type, part: view.decisions[0]?.part }).success);
    assert.ok(!messageFromTimelinePanelSchema.safeParse({ type: 'act', action: 'delete' }).success);
  });
});
