import assert from 'node:assert/strict';
import { ForgeError } from '../../../src/pipeline/forge/forge-error.ts';
import { createCommit, signal, type ForgeScene } from './support/forge-scene.ts';
import { describeForge, isProblem } from './support/forge-suite.ts';
import { createLocalScene } from './support/local-scene.ts';

describeForge('The local forge', createLocalScene);

describe('The local forge in the repository', function () {
  this.timeout(60_000);

  let scene: ForgeScene;
  beforeEach(async () => {
    scene = await createLocalScene();
  });
  afterEach(async () => {
    await scene[Symbol.asyncDispose]();
  });

  const TRAILERS = `chunk: two\n\nHoldfast-Chunk: spec/two\nHoldfast-Fingerprint: ${'a'.repeat(64)}`;

  async function openRequest(message = TRAILERS): Promise<{ commit: string; number: number }> {
    const { forge, user } = scene;
    const parent = (await user.git('rev-parse', 'main')).trim();
    const first = await createCommit(user, parent, { 'one.txt': 'one\n' });
    const commit = await createCommit(user, first, { 'two.txt': 'two\n' }, message);
    await forge.updateBranch({ name: 'change', commit, expected: undefined }, signal);
    const marker = { item: '1', round: 1, stage: 'generation', key: 'change' } as const;
    const { number } = await forge.createPullRequest(
      { title: 't', body: '', head: 'change', base: 'main', marker },
      signal,
    );
    return { commit, number };
  }

  it('never moves a branch that is checked out in a worktree, and names the folder', async () => {
    const { forge, user } = scene;
    const main = (await user.git('rev-parse', 'main')).trim();
    const commit = await createCommit(user, main, { 'a.txt': 'a\n' });
    await assert.rejects(forge.updateBranch({ name: 'main', commit, expected: main }, signal), (thrown: Error) => {
      assert.ok(isProblem('branch-in-use')(thrown));
      assert.ok(thrown.message.includes(user.folder), thrown.message);
      return true;
    });
    await user.git('worktree', 'add', '-q', '-b', 'side', '../side', main);
    await assert.rejects(
      forge.updateBranch({ name: 'side', commit, expected: main }, signal),
      isProblem('branch-in-use'),
    );
    await user.git('checkout', '-q', '--orphan', 'unborn');
    await assert.rejects(
      forge.updateBranch({ name: 'unborn', commit, expected: undefined }, signal),
      isProblem('branch-in-use'),
    );
    assert.equal(await forge.readBranch('main', signal), main);
    assert.equal(await forge.readBranch('side', signal), main);
    assert.equal(await forge.readBranch('unborn', signal), undefined);
  });

  it('[PIPE-2] names the branch that excludes the name of another one, and says what to do', async () => {
    const { forge, user } = scene;
    const main = (await user.git('rev-parse', 'main')).trim();
    await user.git('branch', 'holdfast', main);
    await user.git('branch', 'other/1/intake', main);
    for (const [name, taken] of [
      ['holdfast/1/1/architecture', 'holdfast'],
      ['other/1', 'other/1/intake'],
    ] as const) {
      await assert.rejects(forge.updateBranch({ name, commit: main, expected: undefined }, signal), (thrown) => {
        assert.ok(thrown instanceof ForgeError);
        assert.equal(thrown.problem, 'invalid');
        assert.match(thrown.message, new RegExp(`next to the branch ${taken}$`));
        assert.match(thrown.hint ?? '', new RegExp(`git branch -m ${taken} `));
        return true;
      });
    }
  });

  it('recognises a fast-forward with commits on top', async () => {
    const { commit, number } = await openRequest();
    await scene.user.git('merge', '-q', '--ff-only', 'change');
    await scene.user.write('later.txt', 'later\n');
    await scene.user.commit('later');
    const read = await scene.forge.readPullRequest(number, signal);
    assert.deepEqual([read?.state, read?.mergeCommit], ['merged', commit]);
  });

  it('recognises a squash that was changed, by the trailers of the change', async () => {
    const { number } = await openRequest();
    const { user, forge } = scene;
    await user.git('merge', '-q', '--squash', 'change');
    await user.write('extra.txt', 'by the person\n');
    const squash = await user.commit(
      `Two\n\n    Holdfast-Chunk: spec/two\n    Holdfast-Fingerprint: ${'a'.repeat(64)}`,
    );
    await user.git('branch', '-q', '-D', 'change');
    const read = await forge.readPullRequest(number, signal);
    assert.deepEqual([read?.state, read?.mergeCommit], ['merged', squash]);
  });

  it('recognises a squash with the message of git', async () => {
    const { number } = await openRequest('a document without trailers');
    const { user, forge } = scene;
    await user.git('merge', '-q', '--squash', 'change');
    await user.write('extra.txt', 'by the person\n');
    await user.git('add', '-A');
    await user.git('commit', '-q', '--no-edit');
    assert.equal((await forge.readPullRequest(number, signal))?.state, 'merged');
  });

  it('does not take a part of the change for a merge', async () => {
    const { commit, number } = await openRequest();
    const { user, forge } = scene;
    await user.git('cherry-pick', '-x', `${commit}~1`);
    await user.write('other.txt', 'other\n');
    await user.commit(`A commit that mentions ${commit}`);
    assert.equal((await forge.readPullRequest(number, signal))?.state, 'open');
  });

  it('a merge that was reverted later is a merge', async () => {
    const { number } = await openRequest();
    await scene.people.merge(number, 'merge');
    await scene.user.git('revert', '--no-edit', '-m', '1', 'HEAD');
    assert.equal((await scene.forge.readPullRequest(number, signal))?.state, 'merged');
  });

  it('sees commits that a person adds to the branch', async () => {
    const { commit, number } = await openRequest();
    const extra = await createCommit(scene.user, commit, { 'extra.txt': 'x\n' });
    await scene.user.git('branch', '-f', 'change', extra);
    assert.equal((await scene.forge.readPullRequest(number, signal))?.headCommit, extra);
    await scene.user.git('branch', '-D', 'change');
    await scene.user.git('reflog', 'expire', '--expire=now', '--all');
    await scene.user.git('gc', '-q', '--prune=now');
    const read = await scene.forge.readPullRequest(number, signal);
    assert.deepEqual([read?.state, read?.headCommit], ['closed', extra]);
    await scene.forge.fetchCommit(extra, signal);
  });

  it('[PIPE-2] creates an object with the same marker once, also without a look-up before', async () => {
    const { forge } = scene;
    const marker = { item: '1', round: 1, stage: 'planning', key: 'sub-item/a' } as const;
    const create = () => forge.createItem({ title: 'A', body: '', labels: [], marker }, signal);
    const ids = (await Promise.all([create(), create(), create()])).map(({ id }) => id);
    assert.equal(new Set(ids).size, 1);
    const comment = () => forge.createComment(ids[0] ?? '', 'text', marker, signal);
    assert.equal((await comment()).id, (await comment()).id);
  });

  it('leaves the index, HEAD and the files of the user unchanged', async () => {
    const { user } = scene;
    await user.write('src/lines.txt', 'edited by the user\n');
    await user.write('staged.txt', 'staged\n');
    await user.git('add', 'staged.txt');
    const before = [await user.git('status', '--porcelain'), await user.git('rev-parse', 'HEAD')];
    const { number } = await openRequest();
    await scene.forge.closePullRequest(number, signal);
    assert.deepEqual([await user.git('status', '--porcelain'), await user.git('rev-parse', 'HEAD')], before);
  });
});
