import assert from 'node:assert/strict';
import { isFullRun } from '../../../scripts/full-run.ts';
import { createCommit, signal } from '../../forge/support/forge-scene.ts';
import { createGithubScene } from '../../forge/support/github-scene.ts';
import { GenerationScene } from './generation-scene.ts';
import { chunk, numberOf, openChunks, PreparedItems, resultOf, stackOf, type OpenChunks } from './stack-scene.ts';

const prepared = new PreparedItems();
const openOnGithub: OpenChunks = async (...chunks) => openChunks(await createGithubScene(), ...chunks);

for (const [name, open] of [
  ['local', prepared.open],
  ['github', openOnGithub],
] as const) {
  describe(`stacked pull requests on the forge ${name}`, function () {
    this.timeout(300_000);
    after(() => prepared[Symbol.asyncDispose]());

    it('[PIPE-5] replays, judges, retargets and pushes what starts from a branch that was merged with a squash', async () => {
      await using scene = await open(...stackOf('a', 'b', 'c'));
      const { forge, people, user } = scene.forge;
      const first = await scene.rest();
      const calls = scene.prompts.length;
      await people.review(numberOf(first, 'b'), 'approved', '');
      const approved = await scene.rest();
      assert.equal(approved.subItems[1]?.approval?.via, 'review');
      await people.merge(numberOf(first, 'a'), 'squash');
      const state = await scene.rest();
      const branch = `holdfast/${scene.item}/1/sub`;
      assert.deepEqual(GenerationScene.describe(state), [
        'a integration merged on main',
        'b integration waiting on main',
        `c integration waiting on ${branch}/b`,
      ]);
      // The model is not called, and an approval of the earlier commit does not count.
      assert.equal(scene.prompts.length, calls);
      assert.equal(state.subItems[1]?.approval, undefined);
      assert.equal((await forge.readPullRequest(numberOf(first, 'b'), signal))?.base, 'main');
      for (const id of ['b', 'c']) {
        assert.notEqual(resultOf(state, id), resultOf(first, id));
        assert.equal(await forge.readBranch(`${branch}/${id}`, signal), resultOf(state, id));
      }
      const main = await forge.readBranch('main', signal);
      const [parent, change] = [`${resultOf(state, 'b')}^`, resultOf(state, 'b')];
      assert.equal((await user.git('rev-parse', parent)).trim(), main);
      assert.equal(await user.git('diff', '--name-only', parent, change), 'src/b.ts\n');
      assert.equal((await user.git('rev-parse', `${resultOf(state, 'c')}^`)).trim(), resultOf(state, 'b'));
      for (const id of ['b', 'c']) {
        await people.merge(numberOf(first, id), 'squash');
        await scene.rest();
      }
      assert.equal((await scene.rest()).status, 'finished');
    });

    // The others show on the local forge what the engine does with commits and decisions.
    if (name === 'github' && !isFullRun) return;

    it("[PIPE-5] reports a person's commit on a branch, never overwrites it, and continues after it is approved or removed", async () => {
      await using scene = await open(...stackOf('a', 'b'));
      const { forge, people, user } = scene.forge;
      const first = await scene.rest();
      const branch = `holdfast/${scene.item}/1/sub/b`;
      const own = resultOf(first, 'b');
      const extra = await createCommit(user, own, { 'src/extra.ts': 'export const extra = 1;\n' }, 'by a person');
      await forge.updateBranch({ name: branch, commit: extra, expected: own }, signal);
      await people.review(numberOf(first, 'a'), 'changes-requested', 'Export a second constant.');
      const stopped = await scene.rest();
      const reports = (await scene.comments()).filter((text) => text.includes(extra));
      assert.equal(reports.length, 1);
      assert.match(reports[0] ?? '', new RegExp(`The branch ${branch} has commits that Holdfast did not make`));
      assert.equal(await forge.readBranch(branch, signal), extra);
      assert.equal(stopped.subItems[1]?.status, 'waiting');
      // What it depends on has another result, but the branch of the person is not replayed.
      assert.equal(stopped.subItems[1].base?.commit, resultOf(first, 'a'));
      assert.match(scene.prompts.at(-1)?.text ?? '', /## REVIEW[\s\S]*Export a second constant\./);

      await people.comment(scene.item, `/holdfast approve ${extra}`);
      const adopted = await scene.rest();
      const tip = resultOf(adopted, 'b');
      assert.deepEqual([adopted.status, adopted.subItems[1]?.foreign], ['waiting', undefined]);
      assert.equal(await forge.readBranch(branch, signal), tip);
      assert.equal((await user.git('rev-parse', `${tip}^`)).trim(), resultOf(adopted, 'a'));
      assert.equal(await user.git('show', `${tip}:src/extra.ts`), 'export const extra = 1;\n');

      const again = await createCommit(user, tip, { 'src/extra.ts': 'export const extra = 2;\n' }, 'by a person');
      await forge.updateBranch({ name: branch, commit: again, expected: tip }, signal);
      assert.equal((await scene.rest()).subItems[1]?.foreign?.commit, again);
      await forge.updateBranch({ name: branch, commit: tip, expected: again }, signal);
      assert.equal((await scene.rest()).subItems[1]?.foreign, undefined);
    });

    it('[PIPE-3] [ASSERT-INT-003] a rejection in the middle closes what depends on it, and the item ends with the rest', async () => {
      await using scene = await open(...stackOf('a', 'b', 'c'));
      const { forge, people } = scene.forge;
      const first = await scene.rest();
      await forge.closePullRequest(numberOf(first, 'b'), signal);
      const state = await scene.rest();
      assert.deepEqual(
        state.subItems.map(({ id, status }) => `${id} ${status}`),
        ['a waiting', 'b rejected', 'c invalidated'],
      );
      assert.equal((await forge.readPullRequest(numberOf(first, 'c'), signal))?.state, 'closed');
      await people.merge(numberOf(first, 'a'), 'merge');
      assert.equal((await scene.rest()).status, 'finished');
    });

    it('[PIPE-5] [ASSERT-CODE-007] starts from a generated merge of several branches, and follows when one of them is merged', async () => {
      const chunks = [chunk('a'), chunk('b'), chunk('d', 'a', 'b')];
      await using scene = await open(...chunks);
      const { forge, people, user } = scene.forge;
      const first = await scene.rest();
      const merge = `holdfast/${scene.item}/1/merge/d`;
      assert.deepEqual(GenerationScene.describe(first).at(-1), `d integration waiting on ${merge}`);
      const base = await forge.readBranch(merge, signal);
      assert.equal((await user.git('rev-parse', `${resultOf(first, 'd')}^`)).trim(), base);
      const parents = (await user.git('show', '-s', '--format=%P', base ?? '')).trim();
      assert.equal(parents, `${resultOf(first, 'a')} ${resultOf(first, 'b')}`);
      assert.match(scene.prompts.at(-1)?.text ?? '', /- a \(const\)[\s\S]*- b \(const\)/);

      await people.merge(numberOf(first, 'a'), 'squash');
      const second = await scene.rest();
      assert.equal(GenerationScene.describe(second).at(-1), `d integration waiting on ${merge}`);
      assert.notEqual(await forge.readBranch(merge, signal), base);
      await people.merge(numberOf(first, 'b'), 'squash');
      const third = await scene.rest();
      assert.equal(GenerationScene.describe(third).at(-1), 'd integration waiting on main');
      const main = await forge.readBranch('main', signal);
      assert.equal((await user.git('rev-parse', `${resultOf(third, 'd')}^`)).trim(), main);
    });
  });
}
