/** A worktree in which nothing ran since it was opened: it is not reset again, and git does not list its files again. */
import assert from 'node:assert/strict';
import { lstat, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { pathExists } from '../../../src/workspace/files/safe-path.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('a worktree in which nothing ran', () => {
  it('lists the files that git lists, for the repository and for a folder in it', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('.gitignore', '.env\nnode_modules/\n');
    await user.write('top.ts', 'export {};\n');
    await user.write('app/a.ts', 'export {};\n');
    await user.write('app/b/c.ts', 'export {};\n');
    await user.write('app/.env', 'KEY=1\n');
    await user.write('node_modules/three/index.js', '3\n');
    await user.link('app/inside', 'a.ts');
    await user.link('app/broken', 'missing.ts');
    await user.link('app/outside', '../../elsewhere.ts');
    await user.link('app/folder', 'b');
    await user.link('app/ignored.ts', '.env');
    await writeFile(home.at('elsewhere.ts'), 'export {};\n');
    await user.commit('first');
    for (const folder of [user.folder, path.join(user.folder, 'app')]) {
      await using repository = await openRepository({ folder, storage: home.at('storage') });
      const copy = folder === user.folder ? ['app/.env'] : ['.env'];
      await using attempt = await repository.openWorktree(await repository.createBase(), { copy });
      const unused = await attempt.listUnused();
      assert.deepEqual(unused?.files, await attempt.tree.listFiles());
      assert.deepEqual(unused.alsoReadable, copy);
      attempt.markUsed();
      assert.equal(await attempt.listUnused(), undefined);
    }
  });

  it('is reset before its first use only if code of the workspace ran in it, and before every later use', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'export {};\n');
    await user.commit('first');
    await using repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const base = await repository.createBase();
    for (const isMarked of [false, true]) {
      await using attempt = await repository.openWorktree(base);
      const pointer = path.join(attempt.root, '.git');
      // A reset writes the pointer to git's data again.
      const { ctimeNs } = await lstat(pointer, { bigint: true });
      if (isMarked) attempt.markUsed();
      await attempt.prepare(base.commit);
      assert.equal((await lstat(pointer, { bigint: true })).ctimeNs === ctimeNs, !isMarked);
      await mkdir(path.join(attempt.root, 'dist'));
      await attempt.prepare(base.commit);
      assert.equal(await pathExists(path.join(attempt.root, 'dist')), false);
    }
  });
});
