import assert from 'node:assert/strict';
import type { PullRequest } from '../../../src/pipeline/forge/forge.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { Killed, Killer, Steps, type StepOptions } from './support.ts';

const AUTO = createPolicy();

async function listPullRequests({ forge }: ForgeScene): Promise<readonly PullRequest[]> {
  const found: PullRequest[] = [];
  for (let number = 1; number < 30; number++) {
    const request = await forge.readPullRequest(number, signal);
    if (request !== undefined) found.push(request);
  }
  return found;
}

/** What an item left on the forge, without the ids. */
async function describeForge(scene: ForgeScene, item: string) {
  const requests = await listPullRequests(scene);
  const comments = await scene.forge.listComments(item, undefined, signal);
  return {
    pullRequests: requests.map(({ head, base, state }) => `${head} -> ${base} ${state}`),
    subItems: (await scene.people.listSubItems(item)).length,
    items: (await scene.forge.listItems({}, signal)).length,
    comments: comments.map(({ body }) => body.split('\n')[0]),
    labels: (await scene.forge.readItem(item, signal))?.labels,
  };
}

describe('a step of an item', function () {
  this.timeout(180_000);
  let scene: ForgeScene;
  let steps: Steps;
  let item: string;

  beforeEach(async () => {
    scene = await createLocalScene();
    steps = new Steps(scene);
    item = await scene.people.createItem('Health checks', ['holdfast:run']);
  });
  afterEach(async () => {
    await scene[Symbol.asyncDispose]();
  });

  it('[ASSERT-PSM-001] [ASSERT-PSM-007] classifies a fresh item, and performs one transition', async () => {
    const { outcome, state } = await steps.run(item, { policy: AUTO });
    assert.deepEqual([outcome, state?.stage, state?.lock], ['advanced', 'intake', undefined]);
    const { comments, labels } = await describeForge(scene, item);
    assert.deepEqual(comments, ['Stage: intake. The item is classified.']);
    assert.deepEqual([...(labels ?? [])].sort(), ['holdfast:run', 'holdfast:stage:intake']);
    const next = await steps.run(item, { policy: AUTO });
    assert.equal(next.state?.stage, 'architecture');
  });

  it('does nothing without the run label, and never creates a state', async () => {
    const other = await scene.people.createItem('Other', ['bug']);
    assert.deepEqual(await steps.run(other, { policy: AUTO }), { outcome: 'nothing' });
  });

  it('[ASSERT-PSM-002] [ASSERT-INT-001] [ASSERT-INT-003] goes from the label to stacked pull requests, and merges nothing', async () => {
    const { last } = await steps.runToRest(item, { policy: AUTO });
    assert.deepEqual([last.outcome, last.because], ['nothing', 'waiting']);
    const { pullRequests, subItems, labels } = await describeForge(scene, item);
    assert.deepEqual(pullRequests, [
      `holdfast/${item}/1/architecture -> main open`,
      `holdfast/${item}/1/interfaces -> main open`,
      `holdfast/${item}/1/sub/types -> main open`,
      `holdfast/${item}/1/sub/check -> holdfast/${item}/1/sub/types open`,
    ]);
    assert.equal(subItems, 2);
    assert.deepEqual([...(labels ?? [])].sort(), [
      'holdfast:awaiting-review',
      'holdfast:run',
      'holdfast:stage:integration',
    ]);
    const requests = await listPullRequests(scene);
    const references = requests.at(-1)?.body.match(/^- .*#\d+$/gm);
    assert.equal(references?.length, 4);
  });

  it('[ASSERT-PSM-003] [PIPE-3] waits for a review, starts again after a rejection, and continues after an approval', async () => {
    const policy = createPolicy({ architecture: 'human' });
    const { last } = await steps.runToRest(item, { policy });
    assert.deepEqual([last.state?.stage, last.because], ['architecture', 'waiting']);
    const [first] = await listPullRequests(scene);
    await scene.people.review(first?.number ?? 0, 'changes-requested', 'Too broad.');
    const again = await steps.runToRest(item, { policy });
    assert.deepEqual(again.last.state?.stages.architecture?.feedback, ['reviewer rejected it: Too broad.']);
    const requests = await listPullRequests(scene);
    assert.deepEqual(
      requests.map(({ state }) => state),
      ['closed', 'open'],
    );
    await scene.people.review(requests[1]?.number ?? 0, 'approved', '');
    const done = await steps.runToRest(item, { policy });
    assert.equal(done.last.state?.stage, 'integration');
  });

  it('[ASSERT-PSM-003] accepts an approval in a comment only with the hash of the answer', async () => {
    const policy = createPolicy({ planning: 'human' });
    const { last } = await steps.runToRest(item, { policy });
    assert.equal(last.state?.stage, 'planning');
    await scene.people.comment(item, '/holdfast approve some-other-hash');
    assert.equal((await steps.runToRest(item, { policy })).last.state?.stage, 'planning');
    const answer = last.state.stages.planning?.answer;
    assert.ok(answer !== undefined);
    await scene.people.comment(item, `/holdfast approve ${answer.hash}`);
    assert.equal((await steps.runToRest(item, { policy })).last.state?.stage, 'integration');
  });

  it('[ASSERT-PSM-005] backs off while another process works on the item', async () => {
    const killer = new Killer(12, 'before');
    await assert.rejects(steps.run(item, { policy: AUTO, killer }), Killed);
    const alive = { policy: AUTO, hasOwnerEnded: () => Promise.resolve(false) };
    const { outcome, state } = await steps.run(item, alive);
    assert.deepEqual([outcome, state?.lock === undefined], ['busy', false]);
    const later = { ...alive, now: () => Date.now() + 120_000 };
    assert.equal((await steps.run(item, later)).outcome, 'advanced');
  });

  it('[PIPE-1] backs off from the label of a person, and stops for changed labels', async () => {
    await steps.run(item, { policy: AUTO });
    await scene.people.addLabel(item, 'holdfast:processing');
    assert.equal((await steps.run(item, { policy: AUTO })).outcome, 'busy');
    await scene.forge.setLabels(item, 'holdfast:', ['holdfast:run', 'holdfast:stage:planning'], signal);
    const { last } = await steps.runToRest(item, { policy: AUTO });
    assert.equal(last.because, 'labels-changed');
    const { comments, labels } = await describeForge(scene, item);
    assert.match(comments.at(-1) ?? '', /^The labels of this item were changed/);
    assert.deepEqual([...(labels ?? [])].sort(), ['holdfast:run', 'holdfast:stage:planning']);
    await scene.forge.setLabels(item, 'holdfast:', ['holdfast:run', 'holdfast:stage:intake'], signal);
    assert.equal((await steps.runToRest(item, { policy: AUTO })).last.state?.stage, 'integration');
  });

  it('[PIPE-3] cancels an item whose run label was removed', async () => {
    await steps.run(item, { policy: AUTO });
    await scene.forge.setLabels(item, 'holdfast:', ['holdfast:stage:intake'], signal);
    const { last } = await steps.runToRest(item, { policy: AUTO });
    assert.equal(last.because, 'cancelled');
    assert.deepEqual((await describeForge(scene, item)).labels, []);
  });

  it('[ASSERT-CODE-005] fails with a cost report before an execution that would exceed the budget', async () => {
    const policy = { ...AUTO, maxCostUsd: 0.06 };
    const { last } = await steps.runToRest(item, { policy });
    assert.equal(last.outcome, 'failed');
    assert.equal(last.state?.failure?.reason, 'budget-exceeded');
    const { comments } = await describeForge(scene, item);
    assert.match(comments.at(-1) ?? '', /can cost 0\.0500 USD, and 0\.0\d+ USD of the budget are left/);
  });

  for (const moment of ['before', 'after'] as const) {
    it(`[PIPE-2] [ASSERT-IDEM-001] [ASSERT-IDEM-002] leaves each object once if each step is killed ${moment} any call`, async function () {
      this.timeout(600_000);
      const plain = await describeForge(scene, (await steps.runToRest(item, { policy: AUTO }), item));
      let isKilled = true;
      for (let calls = 1; isKilled; calls += 3) {
        await using other = await createLocalScene();
        const otherSteps = new Steps(other);
        const otherItem = await other.people.createItem('Health checks', ['holdfast:run']);
        const killer = new Killer(calls, moment);
        await runWithKill(otherSteps, otherItem, { policy: AUTO, killer });
        isKilled = killer.hasKilled;
        await otherSteps.runToRest(otherItem, { policy: AUTO });
        assert.deepEqual(await describeForge(other, otherItem), plain, `killed ${moment} call ${calls}`);
      }
    });
  }
});

/** Runs steps until one is killed or nothing happens. */
async function runWithKill(steps: Steps, item: string, options: StepOptions): Promise<void> {
  try {
    await steps.runToRest(item, options);
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown;
  }
}
