import assert from 'node:assert/strict';
import { ForgeError } from '../../../src/pipeline/forge/forge-error.ts';
import type { Forge } from '../../../src/pipeline/forge/forge.ts';
import { nextAction } from '../../../src/pipeline/state/next-action.ts';
import { ItemSession } from '../../../src/pipeline/step/item-session.ts';
import { performOutbox } from '../../../src/pipeline/step/perform-outbox.ts';
import { signal } from '../forge/support/forge-scene.ts';
import { MemoryStateStore } from '../step/support.ts';
import { apply, attempted, AT, based, BY, createPlannedItem, performAll, plannedSubItem } from './item-states.ts';

const LOCK = { owner: 'me', host: 'h', pid: 1, processToken: 't', takenAt: AT, heartbeatAt: AT };

/** A sub-item whose second result is about to be pushed onto its open pull request. */
function createReworked() {
  const passed = performAll(
    apply(
      createPlannedItem([plannedSubItem('a')]),
      based('a', 'main', 'c0'),
      attempted('a', { number: 1, passed: true }),
    ),
  );
  const open = performAll(apply(passed, { type: 'integrated', subItem: 'a', at: AT }));
  const reworked = apply(open, { type: 'changes-requested', subItem: 'a', feedback: 'Rename it.', ...BY });
  return apply(performAll(reworked), attempted('a', { number: 2, passed: true }));
}

describe('a branch that a person changed while Holdfast generated', () => {
  it('[PIPE-5] gives the push up, reports the tip, and pushes again when the branch is restored', async () => {
    const session = await ItemSession.create(
      new MemoryStateStore(),
      apply(createReworked(), { type: 'locked', lock: LOCK }),
      signal,
    );
    const comments: string[] = [];
    const forge: Partial<Forge> = {
      updateBranch: () => Promise.reject(new ForgeError('conflict', 'The branch has another commit.')),
      readBranch: () => Promise.resolve('theirs'),
      setLabels: () => Promise.resolve(),
      createComment: (_, body) => {
        comments.push(body);
        return Promise.resolve({ id: '1', author: 'holdfast', body, createdAt: AT, isEdited: false });
      },
    };
    const worker = { owner: 'me', forge: forge as Forge, timestamp: () => AT, heartbeatLimitMs: 60_000, signal };
    await performOutbox(session, worker);
    // The labels are set at the end of the step.
    const state = apply(session.state, { type: 'labels-set', labels: [] });
    const [stopped] = state.subItems;
    assert.deepEqual(stopped?.foreign, { status: 'active', commit: 'theirs', pushed: 'a-r1' });
    assert.deepEqual([stopped.status, stopped.result], ['waiting', 'a-r2']);
    assert.deepEqual(nextAction(state), { type: 'nothing', because: 'waiting' });
    assert.equal(comments.filter((body) => /its tip is theirs[\s\S]*reset the branch to a-r1/.test(body)).length, 1);

    const again = apply(state, { type: 'foreign-change', subItem: 'a', commit: 'theirs', at: AT });
    assert.deepEqual(again.outbox, []);
    const resolved = apply(state, { type: 'foreign-change-resolved', subItem: 'a' });
    const [push] = resolved.outbox;
    assert.ok(push?.type === 'branch');
    assert.deepEqual([push.commit, push.expected, resolved.subItems[0]?.foreign], ['a-r2', 'a-r1', undefined]);
    assert.deepEqual(nextAction(performAll(resolved)), { type: 'judge', stage: 'scenarios', subItem: 'a' });
  });
});
