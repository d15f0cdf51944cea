import assert from 'node:assert/strict';
import { carriesMarker } from '../../../src/pipeline/forge/marker.ts';
import type { KeptFinding } from '../../../src/pipeline/state/judgement.ts';
import type { ItemState } from '../../../src/pipeline/state/item-state.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createGithubScene } from '../forge/support/github-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { isFullRun } from '../../scripts/full-run.ts';
import { createPolicy } from '../state/item-states.ts';
import { Killed, Killer } from './killer.ts';
import { MemoryStateStore, Steps, type ExecutorOptions } from './support.ts';

const policy = createPolicy();

const FINDING: KeptFinding = {
  pass: 'quality',
  file: 'src/types.ts',
  line: 1,
  severity: 'warning',
  category: 'naming',
  explanation: 'The name is short.',
  reviews: 1,
};
const FINDINGS: KeptFinding[] = [
  FINDING,
  { ...FINDING, line: 30, explanation: 'This line is outside the change.' },
  { ...FINDING, file: 'src/lines.txt', severity: 'informational', explanation: 'This file is outside the change.' },
];

for (const [name, createScene] of [
  ['local', createLocalScene],
  ['github', createGithubScene],
] as const) {
  describe(`judged changes on the forge ${name}`, function () {
    this.timeout(600_000);
    let scene: ForgeScene;

    before(async () => {
      scene = await createScene();
    });
    after(async () => {
      await scene[Symbol.asyncDispose]();
    });
    const createItem = () => scene.people.createItem('Health checks', ['holdfast:run']);
    const open = (options: ExecutorOptions) => new Steps(scene, new MemoryStateStore(), options);
    const numberOf = ({ receipts }: ItemState, id = 'types'): number =>
      receipts[`1/integration/${id}/pull-request`]?.pullRequest ?? 0;
    const onlyTypes = (findings: KeptFinding[]) => (subItem: string) => ({
      findings: subItem === 'types' ? findings : [],
    });

    it('[ASSERT-INT-002] posts findings as comments on their lines, and those outside the change in the summary', async () => {
      const item = await createItem();
      const { state } = (await open({ review: onlyTypes(FINDINGS) }).runToRest(item, { policy })).last;
      assert.ok(state !== undefined);
      const [review, ...more] = await scene.forge.listReviews(numberOf(state), signal);
      assert.deepEqual([more, review?.verdict], [[], 'commented']);
      assert.deepEqual(
        review?.comments.map(({ path, line }) => [path, line]),
        [['src/types.ts', 1]],
      );
      assert.match(review.comments[0]?.body ?? '', /\*\*warning\*\* · quality · naming\s+The name is short\./);
      assert.match(review.body, /src\/types\.ts:30`: [\s\S]*outside the change[\s\S]*src\/lines\.txt/);
      assert.match(review.body, /Review: passed with 3 findings \(2 warning, 1 informational\)/);
      const body = (await scene.forge.readPullRequest(numberOf(state), signal))?.body ?? '';
      assert.match(body, /Scenarios: skipped/);
      assert.deepEqual(await scene.forge.listReviews(numberOf(state, 'check'), signal), []);
    });

    it('[ASSERT-INT-002] [PIPE-2] posts them once, also if the process is killed at any moment of the effect', async () => {
      const probe = new Killer(Infinity, 'after');
      await open({ review: onlyTypes(FINDINGS) }).runToRest(await createItem(), { policy, killer: probe });
      const posting = probe.names.indexOf('createReview');
      assert.ok(posting > 0);
      // Between two changes, the moment does not matter: a process that reads leaves what it had changed before.
      const moments = [
        [posting, 'before'],
        [posting, 'after'],
        [posting + 1, 'after'],
      ] as const;
      // What differs between the forges is how a review is found that was posted.
      for (const [changes, moment] of name === 'local' || isFullRun ? moments : moments.slice(1, 2)) {
        const item = await createItem();
        const steps = open({ review: onlyTypes(FINDINGS) });
        const killer = new Killer(changes, moment);
        await assert.rejects(steps.runToRest(item, { policy, killer }), Killed);
        const { state } = (await steps.runToRest(item, { policy })).last;
        assert.ok(state !== undefined);
        const marker = { item, round: 1, stage: 'integration', key: findingsKey(state) } as const;
        const reviews = await scene.forge.listReviews(numberOf(state), signal);
        const marked = reviews.filter(({ body }) => carriesMarker(body, marker));
        assert.equal(marked.length, 1, `killed ${moment} the change ${changes}`);
      }
    });

    it('[ASSERT-REVIEW-001] opens no pull request for a blocking finding, and escalates when it persists', async () => {
      const item = await createItem();
      const blocking: KeptFinding = { ...FINDING, severity: 'blocking' };
      const steps = open({ review: () => ({ decision: 'remediate', findings: [blocking] }) });
      const { state } = (await steps.runToRest(item, { policy })).last;
      assert.deepEqual([state?.status, state?.failure?.reason], ['failed', 'escalated']);
      assert.equal(state?.receipts['1/integration/types/pull-request'], undefined);
      const comments = await scene.forge.listComments(item, undefined, signal);
      assert.ok(comments.some(({ body }) => /corrected 3 times[\s\S]*The name is short\./.test(body)));
      const labels = (await scene.forge.readItem(item, signal))?.labels;
      assert.deepEqual(labels, ['holdfast:stage:failed']);
    });

    it('[ASSERT-REVIEW-006] sets the human approval to pending, and to success by an approving review of the head only', async () => {
      const safety = [{ source: 'module', detail: 'src/types.ts' } as const];
      const steps = open({ safety });
      const item = await createItem();
      let state = (await steps.runToRest(item, { policy })).last.state;
      const result = () => state?.subItems[0]?.result ?? '';
      const statusOf = async () =>
        (await scene.forge.readStatuses(result(), signal)).map((one) => `${one.context} ${one.state}`);
      // Each stage that produces code needs a person.
      for (let tries = 0; state !== undefined && numberOf(state) === 0 && tries < 5; tries++) {
        const [first] = state.subItems;
        const hash = first?.result ?? state.stages[state.stage]?.answer?.hash ?? '';
        await scene.people.comment(item, `/holdfast approve ${hash}`);
        state = (await steps.runToRest(item, { policy })).last.state;
      }
      assert.ok(state !== undefined);
      assert.deepEqual(await statusOf(), ['holdfast/human-approval pending']);
      await scene.people.comment(item, `/holdfast approve ${result()}`);
      state = (await steps.runToRest(item, { policy })).last.state;
      assert.deepEqual(await statusOf(), ['holdfast/human-approval pending'], 'a comment is no review');
      assert.ok(state !== undefined);
      await scene.people.review(numberOf(state), 'approved', 'good');
      state = (await steps.runToRest(item, { policy })).last.state;
      assert.deepEqual(await statusOf(), ['holdfast/human-approval success']);
      assert.ok(state !== undefined);
      const reviews = await scene.forge.listReviews(numberOf(state), signal);
      await scene.people.dismissReview(
        numberOf(state),
        reviews.find(({ verdict }) => verdict === 'approved')?.id ?? '',
      );
      state = (await steps.runToRest(item, { policy })).last.state;
      assert.deepEqual(await statusOf(), ['holdfast/human-approval pending'], 'the approval was dismissed');
    });
  });
}

function findingsKey({ receipts }: ItemState): string {
  return Object.keys(receipts).find((key) => key.includes('types/findings/')) ?? '';
}
