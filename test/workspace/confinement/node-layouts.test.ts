/** Folders of programs as the managers of Node lay them out, made by hand around the real program. */
import assert from 'node:assert/strict';
import { chmod, copyFile, link, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConfinementMode, ConfinementRules } from '../../../src/workspace/confinement/confinement-rules.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { runCommand, type CommandOutcome } from '../../../src/workspace/processes/run-command.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

/** `node` and a name are the program; `>` a link; text that starts with `#!` a script; other text a file. */
type Entries = Readonly<Record<string, string>>;

interface Layout {
  readonly name: string;
  /** By path in the folder of the test. `@` is that folder. */
  readonly entries: Entries;
  readonly path: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** What runs, and prints where it is. */
  readonly command?: string;
}

const PRINT_NODE = 'command -v node; node -p process.execPath';
const VERSION = 'home/.nvm/versions/node/v24.0.0';
const HAS_NPM = { 'lib/node_modules/npm/package.json': '{}', 'include/node/node.h': '' };

/** An installation of Node at a path. */
function installation(at: string): Entries {
  const files = Object.entries(HAS_NPM).map(([file, text]): [string, string] => [`${at}/${file}`, text]);
  return { [`${at}/bin/node`]: 'node', ...Object.fromEntries(files) };
}

const FNM = 'home/.local/share/fnm';
const fnm = installation(`${FNM}/node-versions/v24.0.0/installation`);

const LAYOUTS: readonly Layout[] = [
  { name: 'nvm', entries: installation(VERSION), path: [`${VERSION}/bin`], variables: { NVM_DIR: '@/home/.nvm' } },
  { name: 'nvm without its variable', entries: installation(VERSION), path: [`${VERSION}/bin`] },
  {
    name: 'nvm in a folder that is a link',
    entries: { ...installation('data/nvm/versions/node/v24.0.0'), 'home/.nvm': '> ../data/nvm' },
    path: [`${VERSION}/bin`],
  },
  {
    name: 'fnm with a shell below the state of the user',
    entries: { ...fnm, 'home/.local/state/fnm_multishells/1_2': `> @/${FNM}/node-versions/v24.0.0/installation` },
    path: ['home/.local/state/fnm_multishells/1_2/bin'],
  },
  {
    name: 'fnm with a shell in the temporary folder and an alias',
    entries: {
      ...fnm,
      [`${FNM}/aliases/default`]: `> @/${FNM}/node-versions/v24.0.0/installation`,
      'fnm_multishells/1_2': `> @/${FNM}/aliases/default`,
    },
    path: ['fnm_multishells/1_2/bin'],
  },
  {
    name: 'volta',
    entries: {
      ...installation('home/.volta/tools/image/node/24.0.0'),
      'home/.volta/bin/volta-shim': '#!/bin/sh\nexec "@/home/.volta/tools/image/node/24.0.0/bin/${0##*/}" "$@"\n',
      'home/.volta/bin/node': '> volta-shim',
    },
    path: ['home/.volta/bin'],
  },
  {
    name: 'mise with the folder of a version',
    entries: {
      ...installation('home/.local/share/mise/installs/node/24.0.0'),
      'home/.local/share/mise/installs/node/24': '> ./24.0.0',
    },
    path: ['home/.local/share/mise/installs/node/24/bin'],
  },
  {
    name: 'mise with shims',
    entries: {
      ...installation('home/.local/share/mise/installs/node/24.0.0'),
      'home/.local/bin/mise': '#!/bin/sh\nexec "$HOME/.local/share/mise/installs/node/24.0.0/bin/${0##*/}" "$@"\n',
      'home/.local/share/mise/shims/node': '> @/home/.local/bin/mise',
    },
    path: ['home/.local/share/mise/shims'],
  },
  {
    name: 'asdf',
    entries: {
      ...installation('home/.asdf/installs/nodejs/24.0.0'),
      'home/.asdf/bin/asdf': '#!/bin/sh\nshift\nexec "$HOME/.asdf/installs/nodejs/24.0.0/bin/$@"\n',
      'home/.asdf/shims/node': '#!/bin/sh\nexec asdf exec "node" "$@"\n',
    },
    path: ['home/.asdf/shims', 'home/.asdf/bin'],
  },
  { name: 'a program in the own bin', entries: { 'home/bin/node': 'node' }, path: ['home/bin'] },
  {
    name: 'a link in .local/bin to an unpacked archive',
    entries: { ...installation('home/opt/node-v24'), 'home/.local/bin/node': '> ../../opt/node-v24/bin/node' },
    path: ['home/.local/bin'],
  },
  {
    name: 'a link in the own bin to a file in the home folder',
    entries: { 'home/node24': 'node', 'home/bin/node': '> ../node24' },
    path: ['home/bin'],
  },
  { name: 'n with .local as its prefix', entries: installation('home/.local'), path: ['home/.local/bin'] },
  {
    name: 'nvs with a default version',
    entries: { ...installation('home/.nvs/node/24.0.0/x64'), 'home/.nvs/default': '> ./node/24.0.0/x64' },
    path: ['home/.nvs/default/bin'],
  },
  {
    name: 'a home folder that is a link',
    entries: { ...installation('data/user/.local'), home: '> data/user' },
    path: ['home/.local/bin'],
  },
  {
    name: 'programs of npm with another prefix, linked to a workspace of a repository',
    entries: {
      ...installation(VERSION),
      'home/src/mono/node_modules/dependency/index.js': 'console.log(__filename)',
      'home/src/mono/packages/other/package.json': '{}',
      'home/src/mono/packages/other/index.js': 'console.log(__filename)',
      'home/src/mono/node_modules/other': '> ../packages/other',
      'home/src/mono/packages/tool/package.json': '{}',
      'home/src/mono/packages/tool/cli.js': '#!/usr/bin/env node\nrequire("dependency"); require("other")\n',
      'home/.npm-global/lib/node_modules/tool': '> ../../../src/mono/packages/tool',
      'home/.npm-global/bin/tool': '> ../lib/node_modules/tool/cli.js',
    },
    path: ['home/.npm-global/bin', `${VERSION}/bin`],
    command: 'command -v tool; tool',
  },
  {
    name: 'programs of pnpm',
    entries: {
      ...installation(VERSION),
      'home/.local/share/pnpm/global/5/.pnpm/tool@1.0.0/node_modules/tool/cli.js': 'require("dependency")',
      'home/.local/share/pnpm/global/5/.pnpm/dependency@1.0.0/node_modules/dependency/index.js':
        'console.log(__filename)',
      'home/.local/share/pnpm/global/5/.pnpm/tool@1.0.0/node_modules/dependency':
        '> ../../dependency@1.0.0/node_modules/dependency',
      'home/.local/share/pnpm/global/5/node_modules/tool': '> ../.pnpm/tool@1.0.0/node_modules/tool',
      'home/.local/share/pnpm/tool': '#!/bin/sh\nexec node "$(dirname "$0")/global/5/node_modules/tool/cli.js" "$@"\n',
    },
    path: ['home/.local/share/pnpm', `${VERSION}/bin`],
    command: 'command -v tool; tool',
  },
  {
    name: 'shims of corepack in the own bin',
    entries: {
      ...installation(VERSION),
      [`${VERSION}/lib/node_modules/corepack/dist/pnpm.js`]: '#!/usr/bin/env node\nrequire("./lib/corepack.cjs")\n',
      [`${VERSION}/lib/node_modules/corepack/dist/lib/corepack.cjs`]:
        'require(process.env.HOME + "/.cache/node/corepack/v1/pnpm/10.0.0/bin/pnpm.cjs")',
      'home/.cache/node/corepack/v1/pnpm/10.0.0/bin/pnpm.cjs': 'console.log(__filename)',
      'home/bin/pnpm': `> ../.nvm/versions/node/v24.0.0/lib/node_modules/corepack/dist/pnpm.js`,
    },
    path: ['home/bin', `${VERSION}/bin`],
    command: 'command -v pnpm; pnpm',
  },
  {
    name: 'programs of bun and of yarn',
    entries: {
      ...installation(VERSION),
      'home/.bun/install/global/node_modules/one/cli.js': '#!/usr/bin/env node\nconsole.log(__filename)\n',
      'home/.bun/bin/one': '> ../install/global/node_modules/one/cli.js',
      'home/.config/yarn/global/node_modules/two/cli.js': '#!/usr/bin/env node\nconsole.log(__filename)\n',
      'home/.config/yarn/global/node_modules/.bin/two': '> ../two/cli.js',
      'home/.yarn/bin/two': '> ../../.config/yarn/global/node_modules/.bin/two',
    },
    path: ['home/.bun/bin', 'home/.yarn/bin', `${VERSION}/bin`],
    command: 'one; two',
  },
];

async function create(folder: TemporaryFolder, entries: Entries): Promise<void> {
  for (const [name, text] of Object.entries(entries)) {
    const file = folder.at(name);
    const content = text.replaceAll('@/', `${folder.path}/`);
    await mkdir(path.dirname(file), { recursive: true });
    if (content === 'node') await link(process.execPath, file).catch(() => copyFile(process.execPath, file));
    else if (content.startsWith('> ')) await symlink(content.slice(2), file);
    else await writeFile(file, content);
    if (content.startsWith('#!')) await chmod(file, 0o755);
  }
}

function rulesFor(mode: ConfinementMode, folder: TemporaryFolder): ConfinementRules {
  return { mode, tree: folder.at('tree'), visible: [], hidden: [], read: [], write: [], network: false };
}

describe('Programs of a manager of Node', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  for (const layout of LAYOUTS) {
    it(`[CONF-1] are the same inside and outside: ${layout.name}`, async () => {
      await using folder = await temporaryFolder();
      await create(folder, layout.entries);
      await mkdir(folder.at('tree'));
      const run = async (mode: 'auto' | 'off'): Promise<CommandOutcome> => {
        const rules = { passedVariables: [], confinement: rulesFor(mode, folder) };
        const command = ['sh', '-c', layout.command ?? PRINT_NODE];
        return runCommand({ command, cwd: folder.at('tree'), timeoutMs: 30_000, rules });
      };
      const outcomes: CommandOutcome[] = [];
      const variables = Object.entries(layout.variables ?? {}).map(([name, value]): [string, string] => [
        name,
        value.replace('@', folder.path),
      ]);
      const search = [...layout.path.map((item) => folder.at(item)), '/usr/bin', '/bin'].join(':');
      await withVariables({ HOME: folder.at('home'), PATH: search, ...Object.fromEntries(variables) }, async () => {
        outcomes.push(await run('off'), await run('auto'));
      });
      const [outside, inside] = outcomes;
      assert.ok(outside !== undefined && inside !== undefined);
      assert.equal(outside.exitCode, 0, outside.output);
      assert.equal(inside.startError, undefined);
      assert.notEqual(inside.confinement, 'unconfined');
      assert.equal(inside.output, outside.output);
      assert.ok(outside.output.startsWith(folder.path), outside.output);
    });
  }

  it('[CONF-1] show no home folder, whether it is a link or variables name it', async () => {
    await using folder = await temporaryFolder();
    const user = 'data/user';
    await create(folder, {
      ...installation(`${user}/.local`),
      [`${user}/package.json`]: '{}',
      [`${user}/notes.txt`]: 'notes',
      [`${user}/.local/share/notes.txt`]: 'notes',
      [`${user}/bin/tool`]: '#!/bin/sh\n',
      home: '> data/user',
      'tree/a.txt': 'a',
    });
    const home = folder.at('home');
    const named = ['PLAYWRIGHT_BROWSERS_PATH', 'NVM_DIR', 'JAVA_HOME', 'CARGO_HOME', 'GOCACHE', 'COREPACK_HOME'];
    const variables = {
      HOME: home,
      PATH: [`${home}/.local/bin`, `${home}/bin`, home, '/var/tmp', '/usr/bin'].join(':'),
    };
    await withVariables({ ...variables, ...Object.fromEntries(named.map((name) => [name, home])) }, async () => {
      const command = ['sh', '-c', 'cd; ls -A . .local; echo a > .bashrc; echo b > /var/tmp/b; cat .bashrc /var/tmp/b'];
      const rules = { passedVariables: [], confinement: rulesFor('auto', folder) };
      const outcome = await runCommand({ command, cwd: folder.at('tree'), timeoutMs: 30_000, rules });
      assert.equal(outcome.startError, undefined);
      assert.equal(outcome.output, '.:\n.gitconfig\n.local\nbin\n\n.local:\nbin\nlib\na\nb\n');
    });
  });

  it('[CONF-1] load what a package that the tree links to loads, and nothing of a hidden folder', async () => {
    await using folder = await temporaryFolder();
    const print = 'console.log(__filename)';
    await create(folder, {
      'mono/node_modules/hoisted/index.js': print,
      'mono/node_modules/@scope/other': '> ../../packages/other',
      'mono/node_modules/secret': '> ../../user/packages/secret',
      'mono/packages/other/package.json': '{}',
      'mono/packages/other/index.js': `require("nested"); ${print}`,
      'mono/packages/other/node_modules/nested': '> ../../nested',
      'mono/packages/nested/package.json': '{}',
      'mono/packages/nested/index.js': print,
      'mono/packages/linked/package.json': '{}',
      'mono/packages/linked/index.js':
        'require("hoisted"); require("@scope/other"); try { require("secret") } catch { console.log("hidden") }',
      'user/packages/secret/package.json': '{}',
      'user/packages/secret/index.js': print,
      'tree/node_modules/linked': '> @/mono/packages/linked',
    });
    const confinement = {
      ...rulesFor('auto', folder),
      visible: [folder.at('mono/packages/linked')],
      hidden: [folder.at('user')],
    };
    const outcome = await runCommand({
      command: ['node', '-e', 'require("linked")'],
      cwd: folder.at('tree'),
      timeoutMs: 30_000,
      rules: { passedVariables: [], confinement },
    });
    const loaded = ['mono/node_modules/hoisted', 'mono/packages/nested', 'mono/packages/other'];
    assert.equal(outcome.output, [...loaded.map((name) => folder.at(name, 'index.js')), 'hidden', ''].join('\n'));
  });

  it('[CONF-1] are the same inside and outside: links and scripts of the system that lead to the home folder', async function () {
    // Only root writes there, as with `sudo ln -s`.
    if (process.getuid?.() !== 0) this.skip();
    await using system = await temporaryFolder('/opt');
    await using folder = await temporaryFolder();
    const program = folder.at(VERSION, 'bin/node');
    await create(folder, { ...installation(VERSION), 'home/current': `> @/${VERSION}`, 'tree/a.txt': 'a' });
    await create(system, { 'lib/current': `> ${folder.at('home/current')}`, 'bin/node': '> ../lib/current/bin/node' });
    await create(system, { 'scripts/tool': `#!${program}\nconsole.log(process.execPath)\n` });
    for (const [name, expected] of [
      ['bin', [system.at('bin/node'), program]],
      ['scripts', [program]],
    ] as const) {
      await withVariables({ HOME: folder.at('home'), PATH: `${system.at(name)}:/usr/bin` }, async () => {
        const command = ['sh', '-c', name === 'bin' ? PRINT_NODE : 'tool'];
        const rules = { passedVariables: [], confinement: rulesFor('auto', folder) };
        const outcome = await runCommand({ command, cwd: folder.at('tree'), timeoutMs: 30_000, rules });
        assert.equal(outcome.output, [...expected, ''].join('\n'));
      });
    }
  });
});
