import assert from 'node:assert/strict';
import { totalUsd } from '../../../src/pipeline/state/spending.ts';
import { JobSlots } from '../../../src/foundation/job-slots.ts';
import { createDeferred } from '../../servers/loopback-server.ts';
import type { ForgeScene } from '../forge/support/forge-scene.ts';
import { createLocalScene, type LocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { describeTraces } from './item-traces.ts';
import { FEWEST_KILLS, killAfterEachChange } from './kill-after-each-change.ts';
import { MemoryStateStore, PARALLEL_PLAN, Steps, WatchedStore, type ExecutorOptions } from './support.ts';

const policy = createPolicy();

/** What sub-items leave in any order. */
async function describeUnordered(scene: ForgeScene, item: string) {
  const { pullRequests, comments, ...traces } = await describeTraces(scene, item);
  return { ...traces, pullRequests: [...pullRequests].sort(), comments: [...comments].sort() };
}

/** Resolves when several attempts run at the same time. */
function createMeeting(count: number): () => Promise<void> {
  const all = createDeferred();
  let here = 0;
  return async () => {
    if (++here === count) all.resolve();
    await all.promise;
  };
}

describe('a step with several jobs', function () {
  this.timeout(600_000);
  let scene: LocalScene;

  before(async () => {
    scene = await createLocalScene();
  });
  after(async () => {
    await scene[Symbol.asyncDispose]();
  });

  const createItem = () => scene.people.createItem('Health checks', ['holdfast:run']);
  const open = (options: Omit<ExecutorOptions, 'plan'> = {}, store = new MemoryStateStore()) =>
    new Steps(scene, store, { plan: PARALLEL_PLAN, ...options });

  /** Steps until the next one generates sub-items. */
  async function reachGeneration(steps: Steps, item: string): Promise<void> {
    while ((await steps.run(item, { policy })).state?.stage !== 'planning') continue;
  }

  it('[ASSERT-CODE-007] attempts each ready sub-item once, and starts what becomes ready meanwhile', async () => {
    const started: string[] = [];
    const both = createMeeting(2);
    const three = createDeferred();
    const steps = open({
      async onAttempt(id, { state }) {
        started.push(id);
        if (id === 'three') {
          three.resolve();
          const [one] = state.subItems;
          assert.deepEqual([one?.stage, one?.status], ['integration', 'waiting'], 'its pull request is open');
          return;
        }
        await both();
        if (id === 'two') await three.promise;
      },
    });
    const item = await createItem();
    await reachGeneration(steps, item);
    const { outcome, state } = await steps.run(item, { policy, jobs: 2 });
    assert.deepEqual([outcome, started], ['advanced', ['one', 'two', 'three']]);
    assert.deepEqual(
      state?.subItems.map(({ attempts }) => attempts.length),
      [1, 1, 1],
    );
    assert.equal(state.lock, undefined);
  });

  it('[PIPE-3] starts nothing more after a person has cancelled the item, and the next step applies it', async () => {
    const started: string[] = [];
    const both = createMeeting(2);
    const slots = new JobSlots(1);
    const item = await createItem();
    const steps = open({
      async onAttempt(id) {
        started.push(id);
        // The end of the first attempt frees its slot, and the decision to start nothing more frees it again.
        const freed = slots.freed();
        await both();
        if (id === 'one') await scene.people.comment(item, '/holdfast cancel');
        if (id !== 'two') return;
        await freed;
        await slots.freed();
      },
    });
    await reachGeneration(steps, item);
    const { state } = await steps.run(item, { policy, slots });
    assert.deepEqual([started, state?.status], [['one', 'two'], 'active']);
    assert.equal((await steps.run(item, { policy, jobs: 2 })).state?.status, 'cancelled');
  });

  it('[ASSERT-CODE-005] never reserves more than the budget for all attempts together', async () => {
    const store = new WatchedStore();
    const steps = open({ onAttempt: createMeeting(2), estimateUsd: 'unknown' }, store);
    const item = await createItem();
    const limited = { ...policy, maxCostUsd: 0.5 };
    const shares = new Set<string>();
    store.onSwap = ({ spending }) => {
      assert.ok(totalUsd(spending) <= 0.5 + 1e-9, `${totalUsd(spending)} USD`);
      const open = spending.filter(({ stage, settledUsd }) => stage === 'generation' && settledUsd === undefined);
      shares.add(open.map(({ reservedUsd }) => reservedUsd.toFixed(3)).join(' '));
    };
    const { last } = await steps.runToRest(item, { policy: limited, jobs: 2 });
    assert.equal(last.state?.stage, 'integration');
    // 0.04 USD were spent before. The second attempt gets what the first one left.
    assert.ok(shares.has('0.230 0.230'), [...shares].join(', '));
    // Each of the three sub-items is generated, tried and reviewed for 0.01 USD.
    assert.equal(totalUsd(last.state.spending).toFixed(2), '0.13');
  });

  it('[PIPE-2] stores the results of others when an attempt throws, counts its reservation as spent, and repeats only that', async () => {
    const started: string[] = [];
    const both = createMeeting(2);
    const steps = open({
      estimateUsd: 'unknown',
      async onAttempt(id) {
        started.push(id);
        if (started.length > 2) return;
        await both();
        if (id === 'one') throw new Error('The disk is full.');
      },
    });
    const item = await createItem();
    const limited = { ...policy, maxCostUsd: 0.84 };
    while ((await steps.run(item, { policy: limited })).state?.stage !== 'planning') continue;
    await assert.rejects(steps.run(item, { policy: limited, jobs: 2 }), /The disk is full/);
    const { last } = await steps.runToRest(item, { policy: limited, jobs: 2 });
    assert.deepEqual(started, ['one', 'two', 'one', 'three']);
    assert.equal(last.state?.stage, 'integration');
    const unsettled = last.state.spending.filter(({ settledUsd }) => settledUsd === undefined);
    assert.deepEqual(
      unsettled.map(({ subItem, reservedUsd }) => [subItem, reservedUsd.toFixed(2)]),
      [['one', '0.40']],
    );
  });

  it('[PIPE-2] aborts all attempts when the step is cancelled, and the next step repeats them', async () => {
    const stop = new AbortController();
    let running = 0;
    let isFirst = true;
    const steps = open({
      async onAttempt(_, input) {
        if (!isFirst) return;
        const aborted = new Promise((_resolve, reject) => {
          input.signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
        if (++running === 2) stop.abort();
        await aborted;
      },
    });
    const item = await createItem();
    await reachGeneration(steps, item);
    await assert.rejects(steps.run(item, { policy, jobs: 2, signal: stop.signal }), /aborted/);
    isFirst = false;
    const { last } = await steps.runToRest(item, { policy, jobs: 2 });
    assert.equal(last.state?.stage, 'integration');
  });

  it('[ASSERT-PSM-005] aborts all attempts when another process has taken the lock over, and stores nothing of them', async () => {
    const both = createMeeting(2);
    let process = 1;
    const taken = createDeferred();
    const aborted: string[] = [];
    const steps = open({
      async onAttempt(id, input) {
        if (process === 2) return;
        await both();
        if (id === 'two') {
          input.signal.addEventListener('abort', () => aborted.push(id));
          await new Promise((resolve) => input.signal.addEventListener('abort', resolve));
          return;
        }
        await taken.promise;
      },
    });
    const item = await createItem();
    await reachGeneration(steps, item);
    const suspended = steps.run(item, { policy, jobs: 2 });
    await both();
    process = 2;
    await steps.runToRest(item, { policy, jobs: 2 });
    const expected = await describeUnordered(scene, item);
    taken.resolve();
    const { outcome } = await suspended;
    assert.deepEqual([outcome, aborted], ['busy', ['two']]);
    assert.deepEqual(await describeUnordered(scene, item), expected);
  });

  it('[PIPE-2] [ASSERT-IDEM-001] [ASSERT-IDEM-002] is continued after every change of the forge and the state, and each object exists once', async () => {
    const steps = open();
    const plain = await createItem();
    await steps.runToRest(plain, { policy });
    const expected = await describeUnordered(scene, plain);
    const options = { step: { policy, jobs: 3 }, executors: { plan: PARALLEL_PLAN } };
    const { count } = await killAfterEachChange(scene, createItem, options, async (item, kills) => {
      assert.deepEqual(await describeUnordered(scene, item), expected, `killed after ${kills.join('\n')}`);
    });
    // The order of some changes differs from run to run.
    assert.ok(count >= FEWEST_KILLS, `${count} kills`);
  });
});
