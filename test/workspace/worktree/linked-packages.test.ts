import assert from 'node:assert/strict';
import { chmod, link, rm, utimes, writeFile } from 'node:fs/promises';
import {
  listChangedFiles,
  listLinkedFolders,
  readPackageState,
} from '../../../src/workspace/worktree/linked-packages.ts';
import type { Overlay } from '../../../src/workspace/worktree/overlay.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary.ts';

async function writePackages(home: TemporaryFolder): Promise<string> {
  const user = new GitUser(home.path);
  await user.write('node_modules/a/index.js', 'a');
  await user.write('node_modules/a/lib/deep.js', 'deep');
  await user.write('node_modules/@s/b/index.js', 'b');
  await user.write('node_modules/.cache/tool/state', '1');
  return home.at('node_modules');
}

describe('The state of linked packages', () => {
  it('[TRUST-8] shows files that were written, added, removed, replaced or made executable', async () => {
    await using home = await temporaryFolder();
    const folder = await writePackages(home);
    const old = new Date('2026-01-01');
    for (const file of ['a/index.js', 'a/lib/deep.js', '@s/b/index.js']) await utimes(`${folder}/${file}`, old, old);
    const before = await readPackageState([folder]);
    assert.deepEqual(listChangedFiles(before, await readPackageState([folder])), []);
    await writeFile(`${folder}/a/index.js`, 'x');
    await utimes(`${folder}/a/index.js`, old, old);
    await chmod(`${folder}/a/lib/deep.js`, 0o755);
    await rm(`${folder}/@s/b/index.js`);
    await writeFile(`${folder}/planted.js`, '');
    const changed = listChangedFiles(before, await readPackageState([folder]));
    const expected = ['@s/b/index.js', 'a/index.js', 'a/lib/deep.js', 'planted.js'];
    assert.deepEqual(changed, expected.map((file) => `${folder}/${file}`).sort());
  });

  it('[TRUST-8] ignores caches, permitted paths, and hard links that a package manager adds', async () => {
    await using home = await temporaryFolder();
    const folder = await writePackages(home);
    const before = await readPackageState([folder], [`${folder}/@s`]);
    await writeFile(`${folder}/.cache/tool/state`, '2');
    await writeFile(`${folder}/@s/b/index.js`, 'changed');
    await link(`${folder}/a/index.js`, home.at('elsewhere.js'));
    assert.deepEqual(listChangedFiles(before, await readPackageState([folder], [`${folder}/@s`])), []);
  });

  it('[TRUST-8] covers the whole node_modules of a linked package, and packages above the repository', async () => {
    await using home = await temporaryFolder();
    const user = new GitUser(home.path);
    await user.write('node_modules/above/index.js', '');
    await user.write('repo/node_modules/.pnpm/a@1/node_modules/a/index.js', '');
    await user.write('other/package.json', '{}');
    const repository = home.at('repo');
    const toFolder = true;
    const overlay: Overlay = new Map([
      ['node_modules', { kind: 'folder' }],
      ['node_modules/a', { kind: 'link', target: `${repository}/node_modules/.pnpm/a@1/node_modules/a`, toFolder }],
      ['node_modules/b', { kind: 'link', target: `${repository}/node_modules/b`, toFolder }],
      ['node_modules/own', { kind: 'link', target: home.at('worktree/packages/own'), toFolder }],
      ['node_modules/linked', { kind: 'link', target: home.at('other/lib'), toFolder }],
      ['node_modules/.bin/a', { kind: 'link', target: '../a/cli.js', toFolder: false }],
    ]);
    assert.deepEqual(
      [...(await listLinkedFolders(overlay, home.at('worktree'), repository))].sort(),
      [home.at('node_modules'), home.at('other/lib'), `${repository}/node_modules`].sort(),
    );
  });
});
