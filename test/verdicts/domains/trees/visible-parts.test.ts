import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { listVisibleParts } from '../../../../src/verdicts/domains/trees/visible-parts.ts';
import { GitUser } from '../../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../../workspace/support/temporary.ts';

const LINKS: Readonly<Record<string, string>> = {
  'to-source': 'src',
  'to-part': 'packages/one/src',
  'to-file': 'src/index.js',
  'to-home': '../home',
  'to-key': '../home/.ssh/id',
  'to-root': '/',
  'to-itself': '.',
  'to-above': '..',
  'to-history': '.git',
  'to-objects': '.git/objects',
  'to-scenarios': '.holdfast/scenarios',
  'to-scenario': '.holdfast/scenarios/paid.yaml',
  'to-what-contains-scenarios': '.holdfast',
  'to-scenarios-of-a-package': 'packages/one/.holdfast/scenarios',
  'to-a-link': 'to-home',
  'to-nothing': 'absent',
  '.holdfast/to-home': '../../home',
  'packages/one/to-home': '../../../home',
};

describe('What domain services see of their folder', () => {
  it('[CONF-1] [ASSERT-SCEN-002] has neither history nor scenarios, and links show nothing else', async () => {
    await using folder = await temporaryFolder();
    const user = await GitUser.init(folder.at('repository'));
    for (const file of [
      'src/index.js',
      '.holdfast/domains.yaml',
      '.holdfast/scenarios/paid.yaml',
      'packages/one/src/a.js',
      'packages/one/.holdfast/scenarios/b.yaml',
      'packages/one/.holdfast/gates/c.yaml',
      'packages/two/src/d.js',
      '../home/.ssh/id',
    ])
      await user.write(file, 'text');
    for (const [link, target] of Object.entries(LINKS)) {
      await mkdir(path.dirname(path.join(user.folder, link)), { recursive: true });
      await symlink(target, path.join(user.folder, link));
    }
    await user.commit('first');
    await symlink('../home', path.join(user.folder, '.venv'));
    await symlink('.git', path.join(user.folder, 'to-own-history'));
    const parts = await listVisibleParts(user.folder);
    assert.deepEqual(parts.map((part) => path.relative(user.folder, part)).sort(), [
      '.holdfast/domains.yaml',
      '.venv',
      'packages/one/.holdfast/gates',
      'packages/one/src',
      'packages/two',
      'src',
      'to-file',
      'to-part',
      'to-source',
    ]);
  });
});
