/** Files that the user has marked with `git update-index --assume-unchanged` or `--skip-worktree`. */
import assert from 'node:assert/strict';
import { LandingScene } from '../support/landing-scene.ts';

const commit = { mode: 'commit', message: 'chunk: A title' } as const;

describe('A file that the user has marked', () => {
  for (const flag of ['assume-unchanged', 'skip-worktree']) {
    const tag = flag === 'assume-unchanged' ? 'h' : 'S';

    it(`[TRUST-5] is committed and stays marked if it has no changes: ${flag}`, async () => {
      await using scene = await LandingScene.create();
      await scene.user.git('update-index', `--${flag}`, 'src/b.ts');
      await scene.createResult({ 'src/b.ts': 'export const b = 2;\n' });
      assert.deepEqual(scene.base?.hidden, ['src/b.ts']);
      const landed = await (await scene.prepare()).land(commit);
      assert.deepEqual([landed.notes, landed.conflicts], [[], []]);
      assert.equal(await scene.user.git('show', 'HEAD:src/b.ts'), 'export const b = 2;\n');
      assert.equal(await scene.user.git('ls-files', '-v', 'src'), `H src/a.ts\n${tag} src/b.ts\nH src/old/c.ts\n`);
      await scene.user.git('update-index', `--no-${flag}`, 'src/b.ts');
      assert.equal(await scene.user.git('status', '--porcelain'), '');
    });

    it(`[TRUST-5] keeps its changes out of the commit: ${flag}`, async () => {
      await using scene = await LandingScene.create();
      await scene.user.git('update-index', `--${flag}`, 'src/b.ts', 'src/old/c.ts');
      await scene.user.write('src/b.ts', 'export const b = 1; // mine\n');
      await scene.user.write('src/old/c.ts', 'export const c = 1; // mine\n');
      await scene.createResult({ 'src/a.ts': 'export {};\n' });
      assert.notEqual((await (await scene.prepare()).land(commit)).commit, undefined);
      assert.equal(await scene.user.git('show', '--format=', '--name-only'), 'src/a.ts\n');

      await scene.createResult({ 'src/b.ts': 'export const b = 2;\n' });
      const landed = await (await scene.prepare()).land(commit);
      assert.equal(landed.commit, undefined);
      assert.match(
        landed.notes.join('\n'),
        /Not committed: src\/b\.ts already had uncommitted changes\. .* Git shows no changes of src\/b\.ts, because of /,
      );
      assert.equal(await scene.read('src/b.ts'), 'export const b = 2;\n');
      assert.equal(await scene.user.git('show', 'refs/holdfast-overwritten:src/b.ts'), 'export const b = 1; // mine\n');
      assert.equal(await scene.user.git('ls-files', '-v', 'src/b.ts'), `${tag} src/b.ts\n`);
      assert.equal(await scene.read('src/old/c.ts'), 'export const c = 1; // mine\n');
    });
  }
});
