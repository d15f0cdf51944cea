import assert from 'node:assert/strict';
import type { ItemState } from '../../../src/pipeline/state/item-state.ts';
import { listWorkable, nextAction } from '../../../src/pipeline/state/next-action.ts';
import {
  apply,
  attempted,
  AT,
  based,
  BY,
  createPlannedItem,
  createPolicy,
  judged,
  passed as passedEvents,
  performAll,
  plannedSubItem,
} from './item-states.ts';

const CHAIN = [plannedSubItem('a'), plannedSubItem('b', 'a'), plannedSubItem('c', 'b')];

function statusesOf({ subItems }: ItemState): Record<string, string> {
  return Object.fromEntries(subItems.map(({ id, status }) => [id, status]));
}

/** All three have passed, and their pull requests are open. */
function createOpenChain(): ItemState {
  let state = createPlannedItem(CHAIN);
  let base = { branch: 'main', commit: 'c0' };
  for (const id of ['a', 'b', 'c']) {
    state = performAll(apply(state, based(id, base.branch, base.commit), ...passedEvents(id, 1)));
    state = performAll(apply(state, { type: 'integrated', subItem: id, at: AT }));
    base = { branch: `holdfast/42/1/sub/${id}`, commit: `${id}-r1` };
  }
  return state;
}

describe('the transitions of sub-items', () => {
  it('[ASSERT-CODE-007] generates a sub-item after those that it depends on', () => {
    const item = createPlannedItem(CHAIN);
    assert.deepEqual(nextAction(item), { type: 'generate', subItem: 'a' });
    const passed = performAll(apply(item, ...passedEvents('a', 1)));
    assert.deepEqual(nextAction(passed), { type: 'integrate', subItem: 'a' });
    const open = performAll(apply(passed, { type: 'integrated', subItem: 'a', at: AT }));
    assert.deepEqual(nextAction(open), { type: 'generate', subItem: 'b' });
  });

  it('[ASSERT-CODE-007] generates sub-items at the same time that do not depend on each other', () => {
    const planned = createPlannedItem([
      plannedSubItem('a'),
      plannedSubItem('b'),
      plannedSubItem('c', 'a'),
      plannedSubItem('d', 'a', 'b'),
    ]);
    assert.deepEqual(listWorkable(planned, 'generation'), ['a', 'b']);
    const passed = performAll(apply(planned, based('a', 'main', 'c0'), ...passedEvents('a', 1)));
    assert.deepEqual([listWorkable(passed, 'generation'), listWorkable(passed, 'integration')], [['b', 'c'], ['a']]);
    const failed = apply(passed, attempted('b', { number: 1, category: 'build' }));
    assert.deepEqual(listWorkable(failed, 'generation'), ['b', 'c']);
    const stopped = apply(failed, { type: 'labels-changed', found: [], at: AT });
    assert.deepEqual(listWorkable(stopped, 'generation'), []);
    const based1 = apply(failed, based('c', 'holdfast/42/1/sub/a', 'a-r1'), ...passedEvents('c', 1));
    const sentBack = { type: 'changes-requested', subItem: 'a', feedback: 'More.', ...BY } as const;
    const reworked = apply(based1, sentBack, ...passedEvents('a', 2));
    assert.deepEqual(nextAction(performAll(reworked)), { type: 'replay', subItem: 'c' });
    assert.deepEqual(listWorkable(reworked, 'generation'), [], 'a replay comes first');
  });

  it('[ASSERT-CODE-007] continues what runs when another one fails, and does not hide that the forge refused its push', () => {
    const planned = createPlannedItem([plannedSubItem('a'), plannedSubItem('b')]);
    const failure = { stage: 'generation', subItem: 'a', reason: 'error', message: 'It failed.', at: AT } as const;
    const failed = apply(planned, { type: 'sub-item-failed', failure });
    assert.equal(failed.status, 'active');
    const ended = apply(failed, ...passedEvents('b', 1));
    const open = performAll(apply(performAll(ended), { type: 'integrated', subItem: 'b', at: AT }));
    assert.deepEqual([open.status, open.failure?.subItem], ['failed', 'a']);

    const passed = apply(planned, attempted('a', { number: 1, passed: true }));
    const { key = '' } = passed.outbox[0] ?? {};
    const refused = apply(passed, { type: 'effect-blocked', key, failure });
    const both = apply(refused, attempted('b', { number: 1, passed: true }));
    assert.deepEqual([both.status, listWorkable(both, 'integration')], ['failed', []]);
    assert.equal(nextAction(both).type, 'perform', 'comments and labels');
  });

  it('pushes a passed result at once, and opens one pull request', () => {
    const passed = apply(createPlannedItem(CHAIN), attempted('a', { number: 1, passed: true }));
    assert.deepEqual(passed.outbox[0], {
      type: 'branch',
      key: '1/generation/a/branch/a-r1',
      name: 'holdfast/42/1/sub/a',
      commit: 'a-r1',
      subItem: 'a',
      round: 1,
      stage: 'generation',
    });
    const open = performAll(
      apply(performAll(passed), ...judged('a', 'a-r1'), { type: 'integrated', subItem: 'a', at: AT }),
    );
    assert.equal(open.receipts['1/integration/a/pull-request']?.pullRequest, 1);
    assert.equal(statusesOf(open)['a'], 'waiting');
  });

  it('[ASSERT-CODE-004] escalates with all attempts when the tries are exhausted, and blocks what depends on it', () => {
    const policy = createPolicy({}, 2);
    const item = apply(
      createPlannedItem(CHAIN, policy),
      attempted('a', { number: 1, category: 'build', summary: 'TS2304' }),
      attempted('a', { number: 2, category: 'assert', summary: 'No export a' }),
    );
    assert.deepEqual([item.status, item.failure?.reason], ['failed', 'tries-exhausted']);
    assert.match(item.failure?.message ?? '', /1\. build: TS2304\n2\. assert: No export a/);
    assert.deepEqual(nextAction(performAll(item)), { type: 'nothing', because: 'failed' });
  });

  it('[PIPE-6] [PROOF-7] ends early when the findings do not move three times in a row, and progress is no stall', () => {
    const failWith = (series: readonly (readonly string[] | undefined)[]) =>
      apply(
        createPlannedItem(CHAIN, createPolicy({}, 8)),
        ...series.map((findings, index) =>
          attempted('a', {
            number: index + 1,
            category: 'acceptance',
            failureHash: `f${index}`,
            ...(findings && { findings }),
          }),
        ),
      );
    for (const series of [
      [['x'], ['x'], ['x']],
      [['x'], ['x'], ['x', 'y']],
      [['x'], ['x', 'y'], ['x', 'y', 'z']],
      [['x', 'y'], ['y'], ['y'], ['y']],
      [[], [], []],
    ]) {
      const item = failWith(series);
      assert.equal(item.failure?.reason, 'no-progress', JSON.stringify(series));
      assert.match(item.failure.message, /The last 3 attempts failed with the same findings, or with more\./);
    }
    for (const series of [
      [['x'], ['x']],
      [['x', 'y', 'z'], ['x', 'y'], ['x']],
      [
        ['x', 'y', 'z'],
        ['x', 'y'],
        ['x', 'y'],
      ],
      [['service a'], ['service b'], ['service c']],
      [['x'], ['x'], ['y']],
      [['x'], ['y'], ['x'], ['y'], ['x']],
      [
        ['x', 'y'],
        ['x', 'y'],
        ['x', 'z'],
      ],
      [undefined, undefined, undefined],
    ]) {
      assert.equal(failWith(series).status, 'active', JSON.stringify(series));
    }
  });

  it('[PIPE-6] ends early when the same code fails in the same way twice', () => {
    const same = { codeHash: 'same', failureHash: 'same' };
    const other = attempted('a', { number: 1, category: 'build', codeHash: 'same', failureHash: 'other' });
    const first = attempted('a', { number: 2, category: 'assert', ...same });
    const second = attempted('a', { number: 3, category: 'assert', ...same });
    assert.equal(apply(createPlannedItem(CHAIN), other, first).status, 'active');
    assert.equal(apply(createPlannedItem(CHAIN), other, first, second).failure?.reason, 'no-progress');
  });

  it('continues independent sub-items after one has failed, and fails at the end', () => {
    const policy = createPolicy({}, 1);
    const item = apply(
      createPlannedItem([plannedSubItem('a'), plannedSubItem('b')], policy),
      attempted('a', { number: 1 }),
    );
    assert.deepEqual(nextAction(performAll(item)), { type: 'generate', subItem: 'b' });
    assert.equal(apply(item, attempted('b', { number: 1 })).status, 'failed');
  });

  it('[ASSERT-PSM-004] waits for the approval of exactly the commit that passed if the item is safety-affecting', () => {
    const safety = [{ source: 'changed-file', detail: 'src/brakes.ts' }] as const;
    const event = { ...attempted('a', { number: 1, passed: true }), safety };
    const item = performAll(apply(createPlannedItem(CHAIN), event));
    assert.deepEqual(nextAction(item), { type: 'nothing', because: 'waiting' });
    const approve = (hash: string) =>
      apply(item, { type: 'sub-item-approved', subItem: 'a', approval: { hash, by: 'kim', via: 'review', at: AT } });
    assert.deepEqual(nextAction(performAll(approve('a-r0'))), { type: 'nothing', because: 'waiting' });
    assert.deepEqual(nextAction(performAll(approve('a-r1'))), { type: 'judge', stage: 'scenarios', subItem: 'a' });
  });

  it('[PIPE-3] a closed pull request rejects the sub-item and invalidates what depends on it', () => {
    const item = apply(createOpenChain(), { type: 'sub-item-rejected', subItem: 'b', ...BY });
    assert.deepEqual(statusesOf(item), { a: 'waiting', b: 'rejected', c: 'invalidated' });
    assert.deepEqual(
      item.outbox.flatMap((effect) => (effect.type === 'close-pull-request' ? effect.pullRequest : [])),
      [3],
    );
  });

  it('[PIPE-3] feeds requested changes back, and pushes the new result onto the same pull request', () => {
    const item = performAll(
      apply(createOpenChain(), { type: 'changes-requested', subItem: 'a', feedback: 'Rename it.', ...BY }),
    );
    assert.deepEqual(nextAction(item), { type: 'generate', subItem: 'a' });
    assert.deepEqual(item.subItems[0]?.feedback, ['kim: Rename it.']);
    const again = apply(item, attempted('a', { number: 2, passed: true }));
    const [push] = again.outbox;
    assert.equal(push?.type === 'branch' && push.expected, 'a-r1');
    assert.deepEqual(nextAction(performAll(again)), { type: 'judge', stage: 'scenarios', subItem: 'a' });
    const judgedAgain = performAll(apply(performAll(again), ...judged('a', 'a-r2')));
    assert.deepEqual(nextAction(judgedAgain), { type: 'replay', subItem: 'b' });
  });

  it('replays and retargets what starts from a merged branch, and drops earlier approvals', () => {
    const merged = performAll(apply(createOpenChain(), { type: 'sub-item-merged', subItem: 'a', commit: 'm1', ...BY }));
    assert.deepEqual(nextAction(merged), { type: 'replay', subItem: 'b' });
    const replayed = apply(merged, {
      type: 'replayed',
      subItem: 'b',
      base: { branch: 'main', commit: 'm1' },
      result: 'b-r2',
    });
    assert.deepEqual(
      replayed.outbox.slice(0, 2).map((effect) => [effect.type, effect.type === 'retarget' ? effect.base : undefined]),
      [
        ['branch', undefined],
        ['retarget', 'main'],
      ],
    );
    const again = performAll(apply(performAll(replayed), ...judged('b', 'b-r2')));
    assert.deepEqual(nextAction(again), { type: 'replay', subItem: 'c' });
  });

  it('[ASSERT-INT-003] ends when people have merged or rejected every pull request', () => {
    const merge = (subItem: string) => ({ type: 'sub-item-merged', subItem, commit: `m-${subItem}`, ...BY }) as const;
    const item = apply(createOpenChain(), merge('a'), merge('b'));
    assert.deepEqual([item.status, nextAction(performAll(item))], ['active', { type: 'replay', subItem: 'c' }]);
    const finished = apply(item, merge('c'));
    assert.equal(finished.status, 'finished');
    assert.deepEqual(nextAction(performAll(finished)), { type: 'nothing', because: 'finished' });
  });
});
