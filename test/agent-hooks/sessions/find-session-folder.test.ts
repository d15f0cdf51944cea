import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { findSessionFolder } from '../../../src/agent-hooks/sessions/find-session-folder.ts';
import { SessionStore } from '../../../src/agent-hooks/sessions/session-store.ts';
import { findSearchFolder } from '../../../src/cli/base/workspace-folder.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';

describe('The folder of a session', () => {
  it('[AGENT-1] is the one that recorded its start, in any directory of the agent', async () => {
    await using home = await temporaryFolder();
    const folder = home.at('repository');
    for (const path of ['.git', 'packages/inner/.git']) await mkdir(`${folder}/${path}`, { recursive: true });
    await mkdir(home.at('elsewhere'));
    await symlink(folder, home.at('link'));
    await new SessionStore(folder).write({
      version: 1,
      session: 's',
      folder,
      base: '1'.repeat(40),
      leftOut: [],
      startedAt: '2026-11-27T00:00:00.000Z',
      contractGlobs: [],
      termGlobs: [],
      termPaths: [],
    });
    const find = (session: string | undefined, ...directories: [string, ...string[]]): Promise<string> =>
      findSessionFolder({ session, directories, findFolder: (directory) => findSearchFolder('.', directory) });
    assert.equal(await find('s', `${folder}/packages/inner`), folder);
    assert.equal(await find('s', home.at('elsewhere'), folder), folder);
    assert.equal(await find('s', home.at('link')), home.at('link'));
    assert.equal(await find('other', `${folder}/packages/inner`, folder), `${folder}/packages/inner`);
    assert.equal(await find(undefined, `${folder}/packages`), folder);
  });
});
