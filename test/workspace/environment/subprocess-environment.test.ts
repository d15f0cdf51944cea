import assert from 'node:assert/strict';
import { access, chmod, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute } from 'node:path';
import { SECRET_VARIABLES } from '../../../src/foundation/secret-variables.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { findCommitHooks, runHook, type HookRejectedError } from '../../../src/workspace/landing/run-hook.ts';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import {
  gitEnvironment,
  subprocessEnvironment,
  withheldVariables,
} from '../../../src/workspace/environment/subprocess-environment.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

const KEYS = Object.fromEntries(SECRET_VARIABLES.map((name) => [name, `key of ${name}`]));
const PRINT_NAMES = ['node', '-p', 'Object.keys(process.env).join(" ")'];

describe('The environment of started processes', () => {
  async function namesIn(cwd: string, passedVariables: readonly string[] = []): Promise<readonly string[]> {
    const outcome = await runCommand({ command: PRINT_NAMES, cwd, timeoutMs: 10_000, rules: { passedVariables } });
    return outcome.output.trim().split(' ');
  }

  it('[TRUST-3] of a command is an allow list without keys and without variables of git', async () => {
    await using home = await temporaryFolder();
    const variables = { ...KEYS, NODE_OPTIONS: '', NPM_TOKEN: 'n', GIT_DIR: '/elsewhere/.git', LC_TIME: 'C', CI: '1' };
    await withVariables(variables, async () => {
      const names = await namesIn(home.path);
      for (const name of ['PATH', 'LC_TIME', 'CI']) assert.ok(names.includes(name), name);
      for (const name of [...SECRET_VARIABLES, 'NODE_OPTIONS', 'NPM_TOKEN', 'GIT_DIR']) {
        assert.ok(!names.includes(name), name);
      }
    });
  });

  it('[TRUST-3] of a command has the passed variables, but never a key', async () => {
    await using home = await temporaryFolder();
    await withVariables({ ...KEYS, NPM_TOKEN: 'n', OTHER_TOKEN: 'o' }, async () => {
      const names = await namesIn(home.path, ['NPM_TOKEN', ...SECRET_VARIABLES]);
      assert.ok(names.includes('NPM_TOKEN'));
      for (const name of [...SECRET_VARIABLES, 'OTHER_TOKEN']) assert.ok(!names.includes(name), name);
      const withheld = withheldVariables(['NPM_TOKEN']);
      assert.ok(withheld.includes('OTHER_TOKEN') && !withheld.includes('NPM_TOKEN') && !withheld.includes('PATH'));
    });
  });

  it('[CONF-2] has no relative folders of programs and libraries', async () => {
    await using home = await temporaryFolder();
    const library = home.at('lib');
    const LD_LIBRARY_PATH = ['', '.', 'lib', library, ''].join(delimiter);
    await withVariables({ LD_LIBRARY_PATH }, () => {
      for (const environment of [subprocessEnvironment(), gitEnvironment()]) {
        assert.equal(environment['LD_LIBRARY_PATH'], library);
        assert.ok(environment['PATH']?.split(delimiter).every((folder) => isAbsolute(folder)));
      }
      return Promise.resolve();
    });
  });

  it('[CONF-2] of the sandbox has no library of a command: the command gets it inside', async function () {
    const sandbox = await findSandbox();
    if ('reason' in sandbox || sandbox.kind !== 'bubblewrap') this.skip();
    await using home = await temporaryFolder();
    const outcome = await runCommand({
      command: ['true'],
      cwd: home.path,
      timeoutMs: 10_000,
      variables: { LD_PRELOAD: './planted.so' },
      rules: {
        passedVariables: [],
        confinement: { mode: 'auto', tree: home.path, visible: [], hidden: [], read: [], write: [], network: false },
      },
    });
    assert.equal(outcome.exitCode, 0, outcome.output);
    // Each program that looks for the library says that it is missing.
    assert.equal(outcome.output.match(/planted\.so/g)?.length, 1, outcome.output);
  });

  it('[CONF-2] of git has no relative search path, where a command could have written another git', async function () {
    if (process.platform === 'win32') this.skip();
    await using home = await temporaryFolder();
    const user = new GitUser(home.at('repository'));
    const note = home.at('executed');
    for (const folder of ['', 'bin/', 'node_modules/.bin/']) {
      await user.write(`${folder}git`, `#!/bin/sh\necho > ${note}\n`);
      await chmod(home.at(`repository/${folder}git`), 0o755);
    }
    await user.git('init', '-q');
    const PATH = ['.', '', 'bin', './node_modules/.bin', process.env['PATH']].join(delimiter);
    await withVariables({ PATH }, async () => {
      const top = await new Git(home.at('repository')).text(['rev-parse', '--show-prefix'], { action: 'ask git' });
      assert.equal(top, '');
    });
    await assert.rejects(access(note));
  });

  it('[CONF-2] of git and of the sandbox has no packages of a project, where a repository can have another git', async function () {
    if (process.platform === 'win32') this.skip();
    await using home = await temporaryFolder();
    const user = new GitUser(home.at('repository'));
    const note = home.at('executed');
    for (const name of ['git', 'bwrap']) {
      await user.write(`node_modules/.bin/${name}`, `#!/bin/sh\necho > ${note}\n`, 0o755);
    }
    const PATH = [home.at('repository/node_modules/.bin'), process.env['PATH']].join(delimiter);
    await withVariables({ PATH }, async () => {
      await new Git(home.at('repository')).text(['--version'], { action: 'ask git' });
      await findSandbox();
      // A command finds the packages of its project.
      assert.equal(subprocessEnvironment()['PATH'], PATH);
    });
    await assert.rejects(access(note));
  });

  it('[TRUST-3] of git has no keys, also not in the hooks of the user', async () => {
    await using home = await temporaryFolder();
    const user = new GitUser(home.at('repository'));
    await user.write('a.txt', 'a');
    await user.git('init', '-q');
    await writeFile(home.at('repository/.git/hooks/pre-commit'), '#!/bin/sh\nenv | cut -d= -f1 >&2\nexit 1\n');
    await chmod(home.at('repository/.git/hooks/pre-commit'), 0o755);
    await withVariables({ ...KEYS, GIT_AUTHOR_NAME: 'An Author' }, async () => {
      const hooks = await findCommitHooks(home.at('repository/.git/hooks'));
      const run = runHook(new Git(home.at('repository')), hooks, 'pre-commit', []);
      await assert.rejects(run, ({ message }: HookRejectedError) => {
        const names = message.trim().split('\n');
        for (const name of ['PATH', 'GIT_AUTHOR_NAME']) assert.ok(names.includes(name), name);
        for (const name of SECRET_VARIABLES) assert.ok(!names.includes(name), name);
        return true;
      });
    });
  });
});
