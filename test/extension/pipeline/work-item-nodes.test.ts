import assert from 'node:assert/strict';
import {
  listItemParts,
  listWorkItemChildren,
  listWorkItemRoots,
  type WorkItemNode,
} from '../../../src/extension/pipeline/work-item-nodes.ts';
import { presentWorkItemNode } from '../../../src/extension/pipeline/work-item-presentation.ts';
import type { FolderWithItems, WorkItemWindow } from '../../../src/extension/pipeline/work-item-store.ts';
import type { WorkItemsState } from '../../../src/extension/pipeline/work-items.ts';
import type { WorkItemProgress, WorkSubItem } from '../../../src/pipeline.ts';
import { sampleFolder } from '../support/samples.ts';
import { createDetails, createWorkItem, listed, waitingForApproval } from './support/work-items.ts';

const base: FolderWithItems = {
  folder: sampleFolder,
  name: 'repo',
  status: 'ready',
  contracts: [],
  pendingResults: [],
  choices: [],
  amendments: [],
};

function createState(over: Partial<FolderWithItems>, trusted = true): WorkItemWindow {
  return { trusted, folders: [{ ...base, ...over }] };
}

const labels = (nodes: readonly WorkItemNode[]): readonly string[] =>
  nodes.map((node) => {
    const { label, description } = presentWorkItemNode(node);
    return description === undefined || description === '' ? label : `${label} | ${description}`;
  });

describe('The view of work items', () => {
  it('[PIPE-4] shows a malformed configuration above the items, and an item whose state cannot be read', () => {
    const problem = { message: 'Failed to read pipeline.yaml', hint: 'Fix line 2.', details: [] };
    const items = [{ ...createWorkItem('1'), problem }];
    const roots = listWorkItemRoots(createState({ workItems: { ...listed(items), problem } as WorkItemsState }));
    assert.deepEqual(labels(roots), ['Failed to read pipeline.yaml | Fix line 2.', 'Not started | 1']);
    assert.deepEqual(labels(listWorkItemChildren(roots[1] ?? assert.fail())), [
      'Item 1 | #1 · its state cannot be read',
    ]);
  });

  it('[ASSERT-PSM-002] groups the items by stage, and the items that are not in the pipeline last', () => {
    const items = [
      createWorkItem('1'),
      createWorkItem('2', { stage: 'generation' }),
      createWorkItem('3', waitingForApproval),
      createWorkItem('4', { stage: 'generation', isProcessing: true }),
    ];
    const roots = listWorkItemRoots(createState({ workItems: listed(items) }));
    assert.deepEqual(labels(roots), ['Architecture | 1', 'Generation | 2', 'Not started | 1']);
    assert.deepEqual(
      roots.flatMap((group) => labels(listWorkItemChildren(group))),
      [
        'Item 3 | #3 · 1 decision waits for you · $0.25',
        'Item 2 | #2 · ready · $0.25',
        'Item 4 | #4 · another process works on it · $0.25',
        'Item 1 | #1 · not started',
      ],
    );
  });

  it('[ASSERT-PSM-006] shows each status with an icon, a menu and a text for screen readers', () => {
    const cases: readonly (readonly [Partial<WorkItemProgress>, string, string, RegExp])[] = [
      [{}, 'play-circle', 'item.ready', /ready/],
      [waitingForApproval, 'eye', 'item.waiting', /1 decision waits for you/],
      [{ status: 'waiting' }, 'clock', 'item.waiting', /waits/],
      [{ isProcessing: true }, 'sync~spin', 'item.processing', /another process/],
      [{ isLabelConflict: true }, 'warning', 'item.conflict', /labels contradict/],
      [
        {
          status: 'failed',
          failure: { stage: 'architecture', reason: 'escalated', message: 'Too large\nDetails', at: '' },
        },
        'error',
        'item.failed',
        /failed: Too large$/,
      ],
      [{ status: 'finished' }, 'pass', 'item.finished', /finished/],
      [{ status: 'cancelled' }, 'circle-slash', 'item.cancelled', /cancelled/],
    ];
    for (const [progress, icon, contextValue, text] of cases) {
      const [group] = listWorkItemRoots(createState({ workItems: listed([createWorkItem('1', progress)]) }));
      const [item] = group ? listWorkItemChildren(group) : [];
      assert.ok(item);
      const presented = presentWorkItemNode(item);
      assert.deepEqual([presented.icon, presented.contextValue], [icon, contextValue]);
      assert.match(presented.accessibleLabel, text);
    }
  });

  it('shows the progress of an item that this window works on', () => {
    const state = createState({ workItems: listed([createWorkItem('1', {})]), workItemSteps: { '1': 'Attempt 2' } });
    const [group] = listWorkItemRoots(state);
    const [item] = group ? listWorkItemChildren(group) : [];
    assert.ok(item);
    const { description, icon, contextValue } = presentWorkItemNode(item);
    assert.deepEqual([description, icon, contextValue], ['#1 · Attempt 2 · $0.25', 'sync~spin', 'item.running']);
  });

  it('[ASSERT-PSM-003] shows what waits, the documents, the sub-items and their pull requests', () => {
    const item = createWorkItem('3', waitingForApproval);
    const subItem: WorkSubItem = {
      id: 'types',
      title: 'Types',
      dependsOn: [],
      stage: 'integration',
      status: 'waiting',
      attempts: 2,
      pullRequest: 9,
      commit: 'b'.repeat(40),
      baseCommit: 'a'.repeat(40),
    };
    const details = createDetails(item, {
      answers: [{ stage: 'architecture', hash: 'a1b2c3d4e5', text: '# Spec', language: 'markdown', pullRequest: 7 }],
      subItems: [
        subItem,
        {
          ...subItem,
          id: 'later',
          title: 'Later',
          status: 'active',
          attempts: 0,
          commit: undefined,
          pullRequest: undefined,
        },
      ],
    });
    const node = { kind: 'item', id: 'i', item, step: undefined, target: { folder: sampleFolder, item: '3' } } as const;
    const parts = listItemParts(node, details);
    assert.deepEqual(labels(parts), [
      'Approve or reject the specification | a1b2c3d',
      'Specification | pull request #7',
      'Types | integration · waits for review · 2 attempts',
      'Later | integration · not started',
    ]);
    assert.deepEqual(
      parts.map((part) => presentWorkItemNode(part).contextValue),
      ['decision', 'document', 'subItem.change', 'subItem'],
    );
    assert.equal(new Set(parts.map(({ id }) => id)).size, parts.length);
    assert.deepEqual(
      parts.flatMap((part) => labels(listWorkItemChildren(part))),
      ['Pull request #7', 'Pull request #9'],
    );
  });

  it('says what a sub-item waits for before it has a pull request, and what was said about its change', () => {
    const target = { folder: sampleFolder, item: '3', subItem: 'types' };
    const subItem: WorkSubItem = {
      id: 'types',
      title: 'Types',
      dependsOn: [],
      stage: 'review',
      status: 'waiting',
      attempts: 1,
      commit: 'c1',
      judgements: ['Review: passed with no findings.'],
      warnings: ['No domain service.'],
    };
    const present = (over: Partial<WorkSubItem>) =>
      presentWorkItemNode({ kind: 'sub-item', id: 's', subItem: { ...subItem, ...over }, target });
    assert.equal(present({}).description, 'review · waits for approval · 1 attempt');
    assert.match(present({}).tooltip ?? '', /Review: passed with no findings\.\nNo domain service\./);
    const scenarios = {
      commit: 'c1',
      outcome: 'passed',
      score: 1,
      threshold: 0.9,
      trajectories: 1,
      scenarios: [],
      holdoutGap: 'no sandbox',
      at: '2026-11-25T10:00:00Z',
    } as const;
    const unguarded = present({ stage: 'scenarios', scenarios: { ...scenarios, scenarios: [] } });
    assert.equal(unguarded.description, 'scenarios · waits: holdout not enforced · 1 attempt');
    const earlier = present({ stage: 'scenarios', scenarios: { ...scenarios, commit: 'c0', scenarios: [] } });
    assert.equal(earlier.description, 'scenarios · waits for approval · 1 attempt', 'the gap is of another change');
    const sentBack = present({ stage: 'generation', status: 'active', attempts: 0 });
    assert.equal(sentBack.description, 'generation · in progress');
  });

  it('names the folders of several folders, and restricted mode', () => {
    const folders = [
      { ...base, workItems: listed([createWorkItem('1')]) },
      { ...base, folder: 'file:///home/other', name: 'other', workItems: listed([]) },
    ];
    const roots = listWorkItemRoots({ trusted: false, folders });
    assert.deepEqual(labels(roots), [
      'Restricted mode | Work items are shown only. Trust the workspace to run steps and to decide.',
      'repo',
      'other',
    ]);
    assert.ok(roots[1]);
    assert.deepEqual(labels(listWorkItemChildren(roots[1])), ['Not started | 1']);
  });

  it('says why there is nothing to show', () => {
    const failure = { message: 'This folder is no git repository.', hint: 'Run "git init".' };
    assert.deepEqual(labels(listWorkItemRoots(createState({ workItems: { kind: 'failed', failure } }))), [
      'This folder is no git repository. | Run "git init".',
    ]);
    const refused = listWorkItemRoots(createState({ workItems: { kind: 'failed', failure, canSignIn: true } }));
    assert.deepEqual(labels(refused).slice(1), ['Sign in to GitHub']);
    const [, signIn] = refused;
    assert.ok(signIn);
    assert.deepEqual(presentWorkItemNode(signIn).opens, { kind: 'command', command: 'holdfast.refreshWorkItems' });
    const [remote] = listWorkItemRoots(createState({ workItems: { kind: 'remote' } }));
    assert.ok(remote);
    assert.deepEqual(presentWorkItemNode(remote).opens, { kind: 'command', command: 'holdfast.refreshWorkItems' });
    assert.deepEqual(listWorkItemRoots(createState({})), []);
  });
});
