import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSessionFolder } from '../../../src/hooks/sessions/find-session-folder.ts';
import { findHidingRepository, SessionStore } from '../../../src/hooks/sessions/session-store.ts';
import { findSearchFolder, findStartFolder } from '../../../src/cli/base/workspace-folder.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';

const RECORD = {
  hasContracts: true,
  session: 's',
  base: '1'.repeat(40),
  leftOut: [],
  startedAt: '2026-11-28T00:00:00.000Z',
  contractGlobs: [],
  termGlobs: [],
  termPaths: [],
};

describe('The folder of a session', () => {
  it('[AGENT-1] is the one that recorded its start, in any directory of the agent', async () => {
    await using home = await temporaryFolder();
    const folder = home.at('repository');
    for (const path of ['.git', 'packages/inner/.git']) await mkdir(`${folder}/${path}`, { recursive: true });
    await mkdir(home.at('elsewhere'));
    await symlink(folder, home.at('link'));
    await new SessionStore(folder).write({
      version: 1,
      hasContracts: true,
      session: 's',
      folder,
      base: '1'.repeat(40),
      leftOut: [],
      startedAt: '2026-11-27T00:00:00.000Z',
      contractGlobs: [],
      termGlobs: [],
      termPaths: [],
    });
    const find = (session: string | undefined, ...directories: [string, ...string[]]): Promise<string | undefined> =>
      findSessionFolder({ session, directories, findFolder: (directory) => findSearchFolder('.', directory) });
    assert.equal(await find('s', `${folder}/packages/inner`), folder);
    assert.equal(await find('s', home.at('elsewhere'), folder), folder);
    assert.equal(await find('s', home.at('link')), home.at('link'));
    assert.equal(await find('other', `${folder}/packages/inner`, folder), undefined);
    assert.equal(await find(undefined, `${folder}/packages`), undefined);
  });

  it('[CONF-2] is not a folder for temporary files of anyone, with a record that anyone could have written', async function () {
    if (process.platform === 'win32') this.skip();
    await using home = await temporaryFolder();
    const shared = home.at('shared');
    const folder = home.at('shared/work');
    await mkdir(folder, { recursive: true });
    const record = new SessionStore(shared).createRecord(RECORD);
    await new SessionStore(shared).write(record);
    const find = () => findSessionFolder({ session: 's', directories: [folder], findFolder: (directory) => directory });
    assert.equal(await find(), shared);
    await chmod(shared, 0o1777);
    assert.equal(await find(), undefined);
  });

  it('[AGENT-1] is found although a repository was created in it since, and that repository is named', async () => {
    await using home = await temporaryFolder();
    const folder = home.at('repository/packages/one');
    await mkdir(home.at('repository/.git'), { recursive: true });
    await mkdir(folder, { recursive: true });
    const record = new SessionStore(folder).createRecord(RECORD);
    await new SessionStore(folder).write(record);
    assert.equal(findHidingRepository(folder, record), undefined);
    await writeFile(join(folder, '.git'), 'no git directory\n');
    assert.deepEqual(await new SessionStore(folder).read('s'), record);
    assert.equal(findHidingRepository(folder, record), join(folder, '.git'));
    await new SessionStore(folder).writeBlocks('s', { chunk: 1 });
    assert.deepEqual(await readdir(folder), ['.git']);
  });

  it('[AGENT-1] is the directory that the agent starts in if a contract is in it, as for "holdfast check"', async () => {
    await using home = await temporaryFolder();
    const folder = home.at('repository');
    for (const path of ['.git', 'packages/one', 'packages/two']) await mkdir(`${folder}/${path}`, { recursive: true });
    await writeFile(`${folder}/packages/one/name.contract.yaml`, '');
    const find = (directory: string): Promise<string> =>
      findStartFolder(directory, (one) => Promise.resolve(existsSync(join(one, 'name.contract.yaml'))));
    assert.equal(await find(`${folder}/packages/one`), `${folder}/packages/one`);
    assert.equal(await find(`${folder}/packages/two`), folder);
    await writeFile(`${folder}/packages/holdfast.config.yaml`, '');
    assert.equal(await find(`${folder}/packages/one`), `${folder}/packages`);
  });
});
