import assert from 'node:assert/strict';
import { createTimelineView } from '../../../src/extension/work-items/timeline-view.ts';
import {
  messageFromTimelinePanelSchema,
  messageToTimelinePanelSchema,
} from '../../../src/webview/protocol/timeline-messages.ts';
import { createDetails, createWorkItem, waitingForApproval } from '../support/work-items.ts';

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

  it('is a valid message, and the page can name each part', () => {
    const memory = { folder: 'file:///home/repo', item: '3' };
    assert.ok(messageToTimelinePanelSchema.safeParse({ type: 'show', memory, view }).success);
    for (const type of ['approve', 'reject', 'open'])
      assert.ok(messageFromTimelinePanelSchema.safeParse({ type, part: view.decisions[0]?.part }).success);
    assert.ok(!messageFromTimelinePanelSchema.safeParse({ type: 'act', action: 'delete' }).success);
  });
});
