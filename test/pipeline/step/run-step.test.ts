import assert from 'node:assert/strict';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { describeTraces, listPullRequests } from './item-traces.ts';
import { Killed, Killer } from './killer.ts';
import { Steps } from './support.ts';

const AUTO = createPolicy();

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
    const { comments, labels } = await describeTraces(scene, item);
    assert.deepEqual(comments, ['Stage: intake. The item is classified.']);
    assert.deepEqual(labels, ['holdfast:run', 'holdfast:stage:intake']);
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
    const { pullRequests, subItems, linked, labels } = await describeTraces(scene, item);
    assert.deepEqual(pullRequests, [
      'holdfast/ITEM/1/architecture -> main open',
      'holdfast/ITEM/1/interfaces -> main open',
      'holdfast/ITEM/1/sub/types -> main open',
      'holdfast/ITEM/1/sub/check -> holdfast/ITEM/1/sub/types open',
    ]);
    assert.deepEqual([subItems, linked], [2, 2]);
    assert.deepEqual(labels, ['holdfast:awaiting-review', 'holdfast:run', 'holdfast:stage:integration']);
    const requests = await listPullRequests(scene, item);
    const references = requests.at(-1)?.body.match(/^- .*#\d+$/gm);
    assert.equal(references?.length, 4);
  });

  it('[ASSERT-PSM-003] [PIPE-3] waits for a review, starts again after a rejection, and continues after an approval', async () => {
    const policy = createPolicy({ architecture: 'human' });
    const { last } = await steps.runToRest(item, { policy });
    assert.deepEqual([last.state?.stage, last.because], ['architecture', 'waiting']);
    const [first] = await listPullRequests(scene, item);
    await scene.people.review(first?.number ?? 0, 'changes-requested', 'Too broad.');
    const again = await steps.runToRest(item, { policy });
    assert.deepEqual(again.last.state?.stages.architecture?.feedback, ['reviewer rejected it: Too broad.']);
    const requests = await listPullRequests(scene, item);
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
    const killer = new Killer(6, 'before');
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
    const { comments, labels } = await describeTraces(scene, item);
    assert.match(comments.at(-1) ?? '', /^The labels of this item contradict its state/);
    assert.deepEqual(labels, ['holdfast:run', 'holdfast:stage:planning']);
    await scene.forge.setLabels(item, 'holdfast:', ['holdfast:run', 'holdfast:stage:intake'], signal);
    assert.equal((await steps.runToRest(item, { policy: AUTO })).last.state?.stage, 'integration');
  });

  it('[PIPE-3] cancels an item whose run label was removed', async () => {
    await steps.run(item, { policy: AUTO });
    await scene.forge.setLabels(item, 'holdfast:', ['holdfast:stage:intake'], signal);
    const { last } = await steps.runToRest(item, { policy: AUTO });
    assert.equal(last.because, 'cancelled');
    assert.deepEqual((await describeTraces(scene, item)).labels, []);
  });

  it('[ASSERT-CODE-005] fails with a cost report before an execution that would exceed the budget', async () => {
    const policy = { ...AUTO, maxCostUsd: 0.06 };
    const { last } = await steps.runToRest(item, { policy });
    assert.equal(last.outcome, 'failed');
    assert.equal(last.state?.failure?.reason, 'budget-exceeded');
    const [report = ''] = (await scene.forge.listComments(item, undefined, signal)).map(({ body }) => body).slice(-1);
    assert.match(report, /0\.0\d+ USD of the 0\.0600 USD of "budgets\.item" are spent, and .* can cost 0\.0500 USD/);
    assert.match(report, /Increase "budgets" in \.holdfast\/pipeline\.yaml/);
    assert.doesNotMatch(report, /max-cost/);
    assert.match(report, /\| intake \| {2}\| 1 \| 0\.0100 \|/);
  });
});
