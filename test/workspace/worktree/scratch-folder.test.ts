import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('A scratch folder', () => {
  it('is empty, belongs to one user, and is removed with its content', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repository'));
    await using repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const first = await repository.openScratchFolder();
    const second = await repository.openScratchFolder();
    assert.notEqual(first.path, second.path);
    assert.deepEqual(await readdir(first.path), []);
    await mkdir(path.join(first.path, 'a', 'b'), { recursive: true });
    await writeFile(path.join(first.path, 'a', 'b', 'c.txt'), '');
    await first[Symbol.asyncDispose]();
    assert.equal(existsSync(first.path), false);
    assert.deepEqual(await repository.recover(), [], 'the folder of a running process stays');
    assert.equal(existsSync(second.path), true);
    await second[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(path.dirname(path.dirname(second.path))), []);
  });
});
