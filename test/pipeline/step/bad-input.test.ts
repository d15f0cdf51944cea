import assert from 'node:assert/strict';
import type { StepResult } from '../../../src/pipeline/step/run-step.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createGithubScene, type GithubScene } from '../forge/support/github-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { describeTraces, listPullRequests } from './item-traces.ts';
import { Steps } from './support.ts';

const policy = createPolicy();

for (const [name, createScene] of [
  ['local', createLocalScene],
  ['github', createGithubScene],
] as const) {
  describe(`bad input of people on the forge ${name}`, function () {
    this.timeout(120_000);
    let scene: ForgeScene;
    let steps: Steps;
    let item: string;

    before(async () => {
      scene = await createScene();
      steps = new Steps(scene);
    });
    beforeEach(async () => {
      item = await scene.people.createItem('Health checks', ['holdfast:run']);
    });
    after(async () => {
      await scene[Symbol.asyncDispose]();
    });

    const step = (): Promise<StepResult> => steps.run(item, { policy });
    const comments = async (): Promise<readonly string[]> =>
      (await scene.forge.listComments(item, undefined, signal)).map(({ body }) => body);
    const last = async (): Promise<string> => (await comments()).at(-1) ?? '';

    it('[PIPE-1] stops for labels that contradict an item without a state, with one comment, until they are restored', async () => {
      await scene.people.addLabel(item, 'holdfast:stage:planning');
      const { last: end } = await steps.runToRest(item, { policy });
      assert.equal(end.because, 'labels-changed');
      await step();
      const reports = (await comments()).filter((body) =>
        body.startsWith('The labels of this item contradict its state'),
      );
      assert.equal(reports.length, 1);
      assert.match(
        reports[0] ?? '',
        /Expected: holdfast:run\. Found: .*holdfast:stage:planning.*comment `\/holdfast approve`/s,
      );
      await scene.forge.setLabels(item, 'holdfast:', ['holdfast:run'], signal);
      assert.equal((await step()).outcome, 'advanced');
      assert.deepEqual((await describeTraces(scene, item)).labels, ['holdfast:run', 'holdfast:stage:intake']);
    });

    it('[PIPE-1] sets contradictory labels from the state when a person approves that', async () => {
      await step();
      await scene.people.addLabel(item, 'holdfast:stage:failed');
      assert.equal((await steps.runToRest(item, { policy })).last.because, 'labels-changed');
      await scene.people.comment(item, '/holdfast approve');
      assert.equal((await step()).outcome, 'advanced');
      const { labels } = await describeTraces(scene, item);
      assert.equal(labels.includes('holdfast:stage:failed'), false);
    });

    it('[ASSERT-PSM-005] backs off from the processing label of a person, and says so', async () => {
      await step();
      await scene.people.addLabel(item, 'holdfast:processing');
      const { outcome, message } = await step();
      assert.equal(outcome, 'busy');
      assert.equal(
        message,
        `A person works on the item ${item}: it has the label holdfast:processing. Remove the label to let Holdfast continue.`,
      );
    });

    it('[PIPE-3] cancels a closed item, and says that its branches and pull requests are unchanged', async () => {
      await step();
      await scene.forge.closeItem(item, signal);
      assert.equal((await step()).state?.status, 'cancelled');
      assert.equal((await step()).outcome, 'nothing');
      assert.match(
        await last(),
        /^A person cancelled the item by closing the item\. Its branches and pull requests are unchanged\./,
      );
    });

    it('[PIPE-3] starts a new round if the run label is added to a cancelled item', async () => {
      await step();
      await scene.forge.setLabels(item, 'holdfast:', ['holdfast:stage:intake'], signal);
      assert.equal((await step()).state?.status, 'cancelled');
      await scene.people.addLabel(item, 'holdfast:run');
      const { state } = await step();
      assert.deepEqual([state?.status, state?.round], ['active', 2]);
    });

    it('[ASSERT-PSM-003] answers a command that cannot be applied once, with the exact command', async () => {
      const gated = createPolicy({ planning: 'human' });
      await steps.runToRest(item, { policy: gated });
      assert.match(await last(), /Approve it with the comment `\/holdfast approve planning-1`/);
      await scene.people.comment(item, '/holdfast approve 0123456789');
      await steps.runToRest(item, { policy: gated });
      await steps.runToRest(item, { policy: gated });
      const replies = (await comments()).filter((body) => body.includes('was not applied'));
      assert.equal(replies.length, 1);
      assert.match(
        replies[0] ?? '',
        /^@reviewer `\/holdfast approve` was not applied\. Nothing that waits has the hash 0123456789\./,
      );
      assert.match(replies[0] ?? '', /- the stage planning: `\/holdfast approve planning-1`/);
      await scene.people.comment(item, '/holdfast aprove planning-1');
      await steps.runToRest(item, { policy: gated });
      assert.match(await last(), /The commands are approve, reject, restart, cancel\./);
    });

    it('[PIPE-2] [PIPE-3] counts a deleted branch of a document as a rejection, and opens another pull request', async () => {
      const gated = createPolicy({ architecture: 'human' });
      await steps.runToRest(item, { policy: gated });
      await scene.people.deleteBranch(`holdfast/${item}/1/architecture`);
      const { last: end } = await steps.runToRest(item, { policy: gated });
      assert.deepEqual([end.state?.stage, end.because], ['architecture', 'waiting']);
      assert.deepEqual(
        (await listPullRequests(scene, item)).map(({ state }) => state),
        ['closed', 'open'],
      );
    });

    it('[PIPE-2] continues after a branch of a document was deleted and its pull request rejected', async () => {
      const gated = createPolicy({ architecture: 'human' });
      await steps.runToRest(item, { policy: gated });
      const [first] = await listPullRequests(scene, item);
      await scene.forge.closePullRequest(first?.number ?? 0, signal);
      await scene.people.deleteBranch(`holdfast/${item}/1/architecture`);
      const { last: end } = await steps.runToRest(item, { policy: gated });
      assert.deepEqual([end.state?.stage, end.because], ['architecture', 'waiting']);
      assert.deepEqual(
        (await listPullRequests(scene, item)).map(({ state }) => state),
        ['closed', 'open'],
      );
    });

    it('[ASSERT-PSM-006] reports a branch that a person took, and continues when it is resumed', async () => {
      const branch = `holdfast/${item}/1/architecture`;
      await steps.run(item, { policy });
      const tip = (await scene.user.git('rev-parse', 'main')).trim();
      await scene.forge.updateBranch({ name: branch, commit: tip, expected: undefined }, signal);
      const { last: end } = await steps.runToRest(item, { policy });
      assert.deepEqual([end.outcome, end.state?.failure?.reason], ['failed', 'foreign-change']);
      assert.match(await last(), /\| Reason \| foreign-change: .*What to do.*add the label `holdfast:run`/s);
      assert.equal(await scene.forge.readBranch(branch, signal), tip);
      await scene.people.deleteBranch(branch);
      await scene.people.addLabel(item, 'holdfast:run');
      assert.equal((await steps.runToRest(item, { policy })).last.state?.stage, 'integration');
    });
  });
}

describe('failures of the forge github', function () {
  this.timeout(120_000);
  let scene: GithubScene;
  let steps: Steps;
  let item: string;

  beforeEach(async () => {
    scene = await createGithubScene();
    steps = new Steps(scene);
    item = await scene.people.createItem('Health checks', ['holdfast:run']);
  });
  afterEach(async () => {
    await scene[Symbol.asyncDispose]();
  });

  it('[PIPE-2] [ASSERT-IDEM-001] [ASSERT-IDEM-002] finds what exists after answers of 502, and creates nothing twice', async () => {
    const plain = await scene.people.createItem('Health checks', ['holdfast:run']);
    await steps.runToRest(plain, { policy });
    const answer = { status: 502, data: { message: 'Bad Gateway' } };
    for (const path of [/\/issues\/\d+\/comments$/, /\/issues$/, /\/pulls$/, /\/labels$/]) {
      scene.server.fail({ method: 'POST', path, answer, isAfterEffect: true });
    }
    let failures = 0;
    for (let count = 0; count < 40; count++) {
      try {
        if ((await steps.run(item, { policy })).outcome === 'nothing') break;
      } catch (thrown) {
        assert.match(String(thrown), /GitHub answered 502 \(Bad Gateway\)/);
        failures++;
      }
    }
    assert.equal(failures, 4);
    assert.deepEqual(await describeTraces(scene, item), await describeTraces(scene, plain));
  });

  it('[PIPE-7] waits for a rate limit that is near, and advances', async () => {
    const answer = { status: 429, headers: { 'retry-after': '0' }, data: {} };
    scene.server.fail({ method: 'POST', path: /\/comments$/, answer });
    assert.equal((await steps.run(item, { policy })).outcome, 'advanced');
    const { comments } = await describeTraces(scene, item);
    assert.equal(comments.length, 1);
  });

  it('[PIPE-7] ends with "try again later" and the time if a rate limit is far away, and keeps no lock', async () => {
    await steps.run(item, { policy });
    const reset = Math.ceil(Date.now() / 1000) + 3600;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    scene.server.fail({ method: 'POST', path: /\/comments$/, answer: { status: 403, headers, data: {} } });
    const { outcome, message, retryAt } = await steps.run(item, { policy });
    assert.deepEqual([outcome, retryAt], ['busy', reset * 1000]);
    assert.match(message ?? '', /^Failed to create a comment: GitHub allows no more requests until /);
    const { outcome: next, state } = await steps.run(item, { policy });
    assert.deepEqual([next, state?.lock], ['advanced', undefined]);
  });
});
