import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LandingScene } from '../support/landing-scene.ts';

const REF = 'refs/holdfast-overwritten';
const message = 'chunk: A title';

describe('Uncommitted content that a landing replaces', () => {
  for (const mode of ['commit', 'working-tree'] as const) {
    it(`[ENF-RETRY-3] is kept, and a note says where (${mode})`, async () => {
      await using scene = await LandingScene.create();
      const { user } = scene;
      await user.write('src/a.ts', 'the only copy of a\n');
      await user.write('untracked.ts', 'the only copy of an untracked file\n');
      await scene.createResult({ 'src/a.ts': 'rewritten\n', 'untracked.ts': null, 'src/b.ts': 'rewritten too\n' });
      const { notes } = await (await scene.prepare()).land({ mode, message });

      assert.equal(await scene.read('src/a.ts'), 'rewritten\n');
      assert.equal(await user.git('ls-tree', '-r', '--name-only', REF), 'src/a.ts\nuntracked.ts\n');
      assert.equal(await user.git('show', `${REF}:src/a.ts`), 'the only copy of a\n');
      assert.equal(await user.git('show', `${REF}:untracked.ts`), 'the only copy of an untracked file\n');
      assert.match(notes.join('\n'), /src\/a\.ts and 1 more is kept: git show "refs\/holdfast-overwritten:src\/a\.ts"/);
    });
  }

  it('[ENF-RETRY-3] of several landings is in one chain of commits', async () => {
    await using scene = await LandingScene.create();
    const { user } = scene;
    for (const text of ['first\n', 'second\n']) {
      await user.write('src/a.ts', text);
      await scene.createResult({ 'src/a.ts': `${text}rewritten\n` });
      await (await scene.prepare()).land({ mode: 'commit', message });
    }
    assert.equal(await user.git('show', `${REF}^:src/a.ts`), 'first\n');
    assert.equal(await user.git('show', `${REF}:src/a.ts`), 'second\n');
    assert.equal(await user.git('log', '--format=%s', REF), 'Before "chunk: A title"\n'.repeat(2));
  });

  it('[ENF-RETRY-3] is kept without git, too', async () => {
    await using scene = await LandingScene.create({ plain: true });
    await writeFile(path.join(scene.user.folder, 'src/a.ts'), 'the only copy\n');
    await scene.createResult({ 'src/a.ts': 'rewritten\n' });
    const { notes } = await (await scene.prepare()).land({ mode: 'working-tree', message });
    const directory = /--git-dir "(.*?)"/.exec(notes.join('\n'))?.[1] ?? '';
    assert.equal(await scene.user.git(`--git-dir=${directory}`, 'show', `${REF}:src/a.ts`), 'the only copy\n');
  });

  it('is nothing if the content is committed', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': 'rewritten\n' });
    const { notes } = await (await scene.prepare()).land({ mode: 'working-tree', message });
    assert.deepEqual(notes, []);
    assert.equal(await scene.user.git('for-each-ref', REF), '');
  });
});
