/** What the index of an attempt's worktree must not hide. */
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { AttemptFiles } from '../../../src/workspace/files/attempt-files.ts';
import { removeTree } from '../../../src/workspace/files/remove-tree.ts';
import { GitUser } from '../support/git-user.ts';
import { LINES, LandingScene } from '../support/landing-scene.ts';

const commit = { mode: 'commit', message: 'chunk: A title' } as const;
const ANY_FILE = { allowedFiles: [], forbiddenFiles: [] };

describe('The index of an attempt', () => {
  for (const flag of ['--assume-unchanged', '--skip-worktree']) {
    it(`[DONE-6] shows an edit of a file that a command marked with ${flag}`, async () => {
      await using scene = await LandingScene.create();
      const changed = LINES.replace('two', 'TWO');
      await scene.createResult({}, async (attempt) => {
        const inAttempt = new GitUser(attempt.root);
        await inAttempt.git('update-index', flag, 'src/a.ts');
        await attempt.checkout(scene.base?.commit ?? '');
        await inAttempt.write('src/a.ts', changed);
      });
      const result = scene.result?.commit ?? '';
      assert.equal((await scene.repository.readFile(result, 'src/a.ts'))?.toString(), changed);
      await new GitUser(scene.attempt.root).git('update-index', flag, 'src/b.ts');
      await new GitUser(scene.attempt.root).write('src/b.ts', 'of a command\n');
      await scene.attempt.checkout(result);
      assert.equal(await scene.attempt.tree.readText('src/b.ts'), 'export const b = 1;\n');
    });
  }

  it('[TRUST-5] lands a file that a sparse checkout leaves out, and leaves the other files out', async () => {
    for (const options of [commit, { ...commit, mode: 'working-tree' } as const]) {
      await using scene = await LandingScene.create({
        prepare: async (user) => {
          await user.write('here/a.ts', 'a\n');
          await user.write('there/b.ts', 'b\n');
          await user.write('there/c.ts', 'c\n');
          await user.commit('first');
          await user.git('sparse-checkout', 'set', '--cone', 'here');
        },
      });
      await scene.createResult({ 'there/b.ts': 'B\n', 'there/new.ts': 'new\n' });
      const changes = await scene.repository.listChanges(scene.base?.commit ?? '', scene.result?.commit ?? '');
      assert.deepEqual(
        changes.map(({ path: file, kind }) => `${kind} ${file}`),
        ['modified there/b.ts', 'created there/new.ts'],
      );
      const prepared = await scene.prepare();
      assert.deepEqual(prepared.conflicts, []);
      const landed = await prepared.land(options);
      assert.deepEqual([...landed.files].sort(), ['there/b.ts', 'there/new.ts']);
      assert.equal(landed.commit !== undefined, options.mode === 'commit', landed.notes.join());
      assert.equal(await scene.read('there/b.ts'), 'B\n');
      await assert.rejects(scene.read('there/c.ts'), { code: 'ENOENT' });
      await scene.attempt.reset();
      assert.equal(await scene.attempt.tree.readText('there/b.ts'), undefined);
      assert.deepEqual((await scene.attempt.snapshot()).tree, scene.base?.tree);
    }
  });

  it('[TRUST-5] includes a file that was written through a linked folder of the tree', async () => {
    await using scene = await LandingScene.create({
      prepare: async (user) => {
        await user.write('src/a.ts', LINES);
        await user.link('linked', 'src');
        await user.commit('first');
      },
    });
    await scene.createResult({}, async (attempt) => {
      const files = new AttemptFiles(attempt, ANY_FILE, { globs: [], paths: [] });
      assert.equal(await files.write('linked/new.ts', 'new\n'), undefined);
      assert.deepEqual(files.written, ['src/new.ts']);
      // A command replaces the folder of an earlier write with a link.
      assert.equal(await files.write('generated/x.ts', 'x\n'), undefined);
      await removeTree(path.join(attempt.root, 'generated'));
      await symlink('src', path.join(attempt.root, 'generated'));
    });
    const landed = await (await scene.prepare()).land(commit);
    assert.deepEqual([...landed.files].sort(), ['generated', 'src/new.ts']);
  });
});
