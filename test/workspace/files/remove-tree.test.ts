import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { removeTree } from '../../../src/workspace/files/remove-tree.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('The removal of a folder', () => {
  it('[ENF-RETRY-3] removes a file that is created during the removal', async () => {
    await using folder = await temporaryFolder();
    const target = path.join(folder.path, 'journal');
    await mkdir(path.join(target, 'old'), { recursive: true });
    const names = Array.from({ length: 1_000 }, (_, number) => path.join(target, 'old', String(number)));
    await Promise.all(names.map((name) => writeFile(name, '')));
    const removal = removeTree(target);
    while (names.every((name) => existsSync(name))) await setImmediate();
    for (const late of ['index', 'old/late']) writeFileSync(path.join(target, late), '');
    await removal;
    assert.equal(existsSync(target), false);
  });

  it('[ENF-RETRY-3] keeps the targets of links', async () => {
    await using folder = await temporaryFolder();
    const [kept, target] = [path.join(folder.path, 'kept'), path.join(folder.path, 'removed')];
    await mkdir(kept);
    await mkdir(target);
    await writeFile(path.join(kept, 'a.ts'), '');
    await symlink(kept, path.join(target, 'link'), 'junction');
    await removeTree(target);
    assert.equal(existsSync(target), false);
    assert.equal(existsSync(path.join(kept, 'a.ts')), true);
  });

  it('[CONF-3] removes folders at a depth for which the system accepts no path', async () => {
    await using folder = await temporaryFolder();
    const target = path.join(folder.path, 'removed');
    await mkdir(target);
    // Each part is moved below the next one, as a program does that changes its current folder.
    const part = Array.from({ length: 20 }, () => 'd'.repeat(100)).join('/');
    await mkdir(path.join(target, 'inner', part), { recursive: true });
    await writeFile(path.join(target, 'inner', part, 'a'), '');
    for (let number = 0; number < 5; number += 1) {
      await mkdir(path.join(target, 'outer', part), { recursive: true });
      await rename(path.join(target, 'inner'), path.join(target, 'outer', part, 'inner'));
      await rename(path.join(target, 'outer'), path.join(target, 'inner'));
    }
    await removeTree(target);
    assert.equal(existsSync(target), false);
  });
});
