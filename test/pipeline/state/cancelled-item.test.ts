import assert from 'node:assert/strict';
import type { PullRequest } from '../../../src/pipeline/forge/forge.ts';
import type { ItemState } from '../../../src/pipeline/state/item-state.ts';
import { nextAction } from '../../../src/pipeline/state/next-action.ts';
import { observedEvents } from '../../../src/pipeline/step/observed-events.ts';
import type { CountedReview, ObservedItem } from '../../../src/pipeline/step/observed-item.ts';
import { apply, attempted, AT, based, BY, createPlannedItem, performAll, plannedSubItem } from './item-states.ts';

/** A cancelled item whose only sub-item has an open pull request. */
function createCancelledItem(): ItemState {
  const planned = createPlannedItem([plannedSubItem('a')]);
  const passed = performAll(apply(planned, based('a', 'main', 'c0'), attempted('a', { number: 1, passed: true })));
  const open = performAll(apply(passed, { type: 'integrated', subItem: 'a', at: AT }));
  return performAll(apply(open, { type: 'cancelled', reason: 'command', ...BY }));
}

/** What the forge shows about the item, with one review of its pull request. */
function observe({ title, labels }: ItemState, verdict: CountedReview['verdict']): ObservedItem {
  const pullRequest: PullRequest = {
    number: 1,
    title: 'a',
    body: '',
    head: 'holdfast/42/1/sub/a',
    headCommit: 'a-r1',
    base: 'main',
    state: 'open',
    author: 'holdfast',
  };
  const review: CountedReview = { verdict, ...BY, commit: 'a-r1', body: 'Rename it.' };
  return {
    item: { id: '42', title, body: '', labels, isOpen: true, author: 'kim' },
    commands: [],
    hasRemarks: false,
    lastComment: undefined,
    document: undefined,
    subItems: new Map([['a', { pullRequest, reviews: [review] }]]),
    contained: new Map(),
    tips: new Map([['a', 'a-r1']]),
  };
}

describe('a cancelled item', () => {
  const cancelled = createCancelledItem();

  it('[PIPE-3] comes back in the same round by requested changes, as the state machine defines it', () => {
    assert.deepEqual(nextAction(cancelled), { type: 'nothing', because: 'cancelled' });
    const request = { type: 'changes-requested', subItem: 'a', feedback: 'Rename it.', ...BY } as const;
    const reworked = performAll(apply(cancelled, request));
    assert.deepEqual([reworked.status, reworked.stage, reworked.round], ['active', 'generation', 1]);
    assert.deepEqual(reworked.subItems[0]?.feedback, ['kim: Rename it.']);
    assert.deepEqual(nextAction(reworked), { type: 'generate', subItem: 'a' });
  });

  it('[PIPE-3] stays cancelled in a step that finds a review, which may be older than the cancellation', () => {
    const { base, policy } = cancelled;
    for (const verdict of ['changes-requested', 'approved'] as const) {
      assert.deepEqual(observedEvents(cancelled, observe(cancelled, verdict), { at: AT, terms: { base, policy } }), []);
    }
  });
});
