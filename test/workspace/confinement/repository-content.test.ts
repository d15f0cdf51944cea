import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { attemptRules } from '../../../src/run/services/command-rules.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

/** The text of every file that a command must not read. */
const PRIVATE = 'a private text';

interface Seen {
  readonly inAttempt: string;
  readonly inService: string;
}

/**
 * What commands of an attempt and of a domain service read of another project and of ~/.ssh, in a repository of that home
 * folder.
 *
 * @param prepare writes the content of the repository
 * @param install writes what the user adds after the commit
 */
async function readFromRepository(
  prepare: (user: GitUser, home: TemporaryFolder) => Promise<void>,
  install: (user: GitUser, home: TemporaryFolder) => Promise<void> = () => Promise.resolve(),
): Promise<Seen> {
  await using home = await temporaryFolder();
  const personal = new GitUser(home.path);
  for (const file of [
    '.ssh/id',
    'other/.env',
    'other/package.json',
    'modules/dep/index.js',
    'modules/dep/package.json',
  ]) {
    await personal.write(file, PRIVATE);
  }
  // A place of secrets can be a package, too.
  for (const file of ['.config/opencode/auth', '.config/opencode/package.json', 'documents/letter']) {
    await personal.write(file, PRIVATE);
  }
  const user = await GitUser.init(home.at('work/repository'));
  await user.write('a.txt', 'a\n');
  await prepare(user, home);
  await user.commit('first');
  await install(user, home);
  const bin = path.join(user.folder, 'node_modules/.bin');
  const surroundings = { HOME: home.path, XDG_CACHE_HOME: home.at('.cache'), PATH: `${bin}:${process.env['PATH']}` };
  const searched = ['.ssh/id', 'other/.env', 'modules/dep/index.js', '.config/opencode/auth', 'documents/letter'];
  const files = searched.map((file) => home.at(file));
  const command = ['grep', '-rlsF', PRIVATE, ...files, '.'];
  let seen: Seen | undefined;
  await withVariables(surroundings, async () => {
    await using repository = await openRepository({ folder: user.folder, storage: home.at('.cache/holdfast') });
    await using attempt = await repository.openWorktree(await repository.createBase());
    const configuration = { confinement: { mode: 'strict', read: [], write: [] }, environment: [] } as const;
    const rules = attemptRules({ contract: {}, attempt, services: { configuration } as never });
    const inAttempt = await runCommand({ command, cwd: attempt.root, rules, timeoutMs: 30_000 });
    await using scratch = await repository.openScratchFolder(undefined);
    const view = await repository.viewUserTree();
    const confinement = { mode: 'strict', read: [], write: [], network: false, ...view, tree: scratch.path } as const;
    const inService = await runCommand({
      command,
      cwd: scratch.path,
      rules: { passedVariables: [], confinement },
      timeoutMs: 30_000,
    });
    for (const { startError, confinement: kind } of [inAttempt, inService]) {
      assert.equal(startError, undefined);
      assert.notEqual(kind, 'unconfined');
    }
    const shorten = (output: string): string => output.replaceAll(`${home.path}/`, '~/').trim();
    seen = { inAttempt: shorten(inAttempt.output), inService: shorten(inService.output) };
  });
  assert.ok(seen);
  return seen;
}

const link = async (user: GitUser, name: string, target: string): Promise<void> => {
  await user.write(`${name}.placeholder`, '');
  await symlink(target, path.join(user.folder, name));
};

describe('The content of a repository', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  const CONTENTS: Readonly<Record<string, (user: GitUser, home: TemporaryFolder) => Promise<void>>> = {
    'its node_modules is a link to the home folder': (user) => link(user, 'node_modules', '../..'),
    'a nested node_modules is a link to the home folder': async (user) => {
      await user.write('sub/package.json', '{}');
      await link(user, 'sub/node_modules', '../../..');
    },
    'a scope is a link to the home folder': (user) => link(user, 'node_modules/@scope', '../../..'),
    'packages are links': async (user) => {
      await link(user, 'node_modules/one', '../../../.ssh');
      await link(user, 'node_modules/two', '../../../other');
      await link(user, 'node_modules/.pnpm', '../../../other');
      await link(user, 'node_modules/.generated', '../../../.ssh');
    },
    'the folder of programs is a link': (user) => link(user, 'node_modules/.bin', '../../../other'),
    'programs lead out of it': async (user, home) => {
      await link(user, 'node_modules/.bin/one', '../../../../other/.env');
      await user.write('node_modules/.bin/two', `#!${home.at('other/.env')}\n`, 0o755);
    },
    'an environment names other folders': async (user, home) => {
      await user.write('.venv/pyvenv.cfg', `home = ${home.at('.ssh')}\n`);
      await user.write('.venv/lib/python3/site-packages/a.pth', `${home.at('other')}\n`);
      const finder = `MAPPING = {'a': '${home.at('other')}'}\n`;
      await user.write('.venv/lib/python3/site-packages/__editable___a_finder.py', finder);
    },
    'an environment is a link': async (user, home) => {
      await new GitUser(home.path).write('other/pyvenv.cfg', `home = ${home.at('.ssh')}\n`);
      await link(user, 'venv', '../../other');
    },
  };
  for (const [content, prepare] of Object.entries(CONTENTS)) {
    it(`[CONF-1] shows nothing else to commands if ${content}`, async () => {
      assert.deepEqual(await readFromRepository(prepare), { inAttempt: '', inService: '' });
    });
  }

  // What `pnpm install` or `yarn install` writes for "link:…" in package.json. npm wants a package.json there.
  const INSTALLED: Readonly<Record<string, (user: GitUser, home: TemporaryFolder) => Promise<void>>> = {
    'a folder with secrets': (user) => link(user, 'node_modules/one', '../../../.ssh'),
    'a package with secrets': (user) => link(user, 'node_modules/one', '../../../.config/opencode'),
    'the home folder': (user) => link(user, 'node_modules/one', '../../..'),
    'a folder of the home folder, in a scope': (user) => link(user, 'node_modules/@scope/one', '../../../../documents'),
    'the folder of settings': (user) => link(user, 'node_modules/one', '../../../.config'),
    'a file': (user) => link(user, 'node_modules/one', '../../../documents/letter'),
    'a file, as a program': (user) => link(user, 'node_modules/.bin/one', '../../../../documents/letter'),
    'generated files': (user) => link(user, 'node_modules/.one/two', '../../../../documents/letter'),
    'a package of Python that names a folder with secrets': (user, home) =>
      user.write('.venv/lib/python3/site-packages/a.pth', `${home.at('.ssh')}\n`),
  };
  for (const [target, install] of Object.entries(INSTALLED)) {
    it(`[CONF-1] shows nothing else to commands if a package manager linked ${target}, as its manifest says`, async () => {
      const prepare = (user: GitUser): Promise<void> => user.write('.gitignore', 'node_modules\n.venv\n');
      const installAll: typeof install = async (user, home) => {
        await user.write('.venv/pyvenv.cfg', 'home = /usr/bin\n');
        await install(user, home);
      };
      assert.deepEqual(await readFromRepository(prepare, installAll), { inAttempt: '', inService: '' });
    });
  }

  it('[CONF-1] differs from what the user installed in it, which commands see', async () => {
    const nothing = (): Promise<void> => Promise.resolve();
    const dependency = '~/modules/dep/index.js';
    const installed = await readFromRepository(nothing, async (user, home) => {
      await link(user, 'node_modules/dep', '../../../modules/dep');
      await user.write('.venv/pyvenv.cfg', `home = ${home.at('other')}\n`);
    });
    assert.deepEqual(installed, { inAttempt: dependency, inService: `~/other/.env\n${dependency}` });
    const asOne = await readFromRepository(nothing, (user) => link(user, 'node_modules', '../../modules'));
    assert.deepEqual(asOne, { inAttempt: dependency, inService: dependency });
  });
});
