import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { confineCommand } from '../../../src/workspace/confinement/confine-command.ts';
import type { ConfinementRules } from '../../../src/workspace/confinement/confinement-rules.ts';
import { findOverlay, findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { extraDescriptors } from '../../../src/workspace/confinement/inherited-descriptors.ts';
import { findOnPath } from '../../../src/workspace/environment/find-program.ts';
import { subprocessEnvironment } from '../../../src/workspace/environment/subprocess-environment.ts';
import { runCommand, type CommandOutcome } from '../../../src/workspace/processes/run-command.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

/** Tries each action and prints the names of those that succeed. */
const TRY = `
const fs = require('node:fs');
const [, , ...actions] = process.argv;
for (const action of actions) {
  const [kind, target] = action.split('=');
  try {
    if (kind === 'folder') fs.mkdirSync(target, { recursive: true });
    else if (kind === 'write') fs.writeFileSync(target, 'written');
    else if (kind === 'delete') fs.rmSync(target);
    else if (fs.readFileSync(target).length === 0) throw new Error('empty');
    console.log(kind + ' ' + require('node:path').basename(target));
  } catch {}
}
`;

/** A home folder, a user's tree, a storage folder and the tree of an attempt, all below the temporary folder. */
class Scene implements AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly tree: string;

  constructor(folder: TemporaryFolder) {
    this.folder = folder;
    this.tree = folder.at('home/.cache/holdfast/attempts/a1/tree');
  }

  static async create(): Promise<Scene> {
    const scene = new Scene(await temporaryFolder());
    const files = {
      'home/.ssh/id_ed25519': 'a key',
      'home/.npmrc': 'a token',
      'home/.npm/content': 'cached',
      'home/notes.txt': 'notes',
      'home/.cache/holdfast/git/config': 'config',
      'repository/a.txt': 'a',
      'repository/.git/config': 'config',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(scene.folder.at(file)), { recursive: true });
      await writeFile(scene.folder.at(file), text);
    }
    await mkdir(scene.tree, { recursive: true });
    await writeFile(path.join(scene.tree, 'try.cjs'), TRY);
    return scene;
  }

  rules(more: Partial<ConfinementRules> = {}): ConfinementRules {
    return { mode: 'auto', tree: this.tree, visible: [], hidden: [], read: [], write: [], network: false, ...more };
  }

  /** Runs a command in the tree, with the home folder of the scene. */
  async run(command: readonly string[], more?: Partial<ConfinementRules>): Promise<CommandOutcome> {
    let outcome: CommandOutcome | undefined;
    await withVariables({ HOME: this.folder.at('home'), XDG_CACHE_HOME: this.folder.at('home/.cache') }, async () => {
      const rules = { passedVariables: [], confinement: this.rules(more) };
      outcome = await runCommand({ command, cwd: this.tree, timeoutMs: 30_000, rules });
    });
    assert.ok(outcome);
    return outcome;
  }

  /** The actions of `TRY` that succeed. */
  async tryActions(actions: readonly string[], more?: Partial<ConfinementRules>): Promise<readonly string[]> {
    const outcome = await this.run(['node', 'try.cjs', ...actions], more);
    assert.equal(outcome.exitCode, 0, outcome.startError ?? outcome.output);
    assert.notEqual(outcome.confinement, 'unconfined');
    return outcome.output.trim().split('\n').filter(Boolean);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
  }
}

describe('A confined command', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  it('[CONF-1] writes in its tree and in private folders, which changes nothing elsewhere', async () => {
    await using scene = await Scene.create();
    const at = (file: string) => scene.folder.at(file);
    const own = ['home/in-home.txt', 'home/.bashrc', 'home/.npm/in-cache.txt', 'home/.cache/in-cache.txt'].map(at);
    const elsewhere = [at('repository/in-repository.txt'), at('repository/.git/config'), '/etc/in-etc.txt', '/in-root'];
    const outside = [at('home/.cache/holdfast/git/config'), at('repository/a.txt')];
    const targets = ['/tmp/in-tmp.txt', '/var/tmp/in-var.txt', '/run/in-run.txt', '/dev/shm/in-shm.txt', ...own];
    const actions = [path.join(scene.tree, 'in-tree.txt'), ...targets, ...elsewhere, '/usr/in-usr.txt'];
    const done = await scene.tryActions([
      ...['.npm', '.cache'].map((name) => `folder=${at(`home/${name}`)}`),
      ...actions.map((file) => `write=${file}`),
      ...outside.map((file) => `delete=${file}`),
    ]);
    const written = done.filter((line) => line.startsWith('write ')).map((line) => line.slice('write '.length));
    assert.deepEqual(
      written,
      [path.join(scene.tree, 'in-tree.txt'), ...targets].map((file) => path.basename(file)),
    );
    assert.ok(!done.some((line) => line.startsWith('delete ')), done.join());
    for (const file of [...targets, ...elsewhere.filter((one) => !one.endsWith('config'))])
      assert.ok(!existsSync(file), file);
    assert.equal(await readFile(at('repository/a.txt'), 'utf8'), 'a');
    assert.equal(await readFile(at('repository/.git/config'), 'utf8'), 'config');
    assert.equal(await readFile(path.join(scene.tree, 'in-tree.txt'), 'utf8'), 'written');
  });

  it('[CONF-1] reads neither the home folder nor the tree of the user, also not through links', async () => {
    await using scene = await Scene.create();
    const at = (file: string) => scene.folder.at(file);
    await mkdir(at('dotfiles/aws'), { recursive: true });
    await writeFile(at('dotfiles/aws/credentials'), 'a key');
    await symlink(at('dotfiles/aws'), at('home/.aws'));
    const files = [
      'home/notes.txt',
      'repository/a.txt',
      'home/.ssh/id_ed25519',
      'home/.npmrc',
      'home/.aws/credentials',
    ];
    await symlink(at('home/.ssh'), path.join(scene.tree, 'link'));
    const actions = [...files, 'dotfiles/aws/credentials'].map((file) => `read=${at(file)}`);
    assert.deepEqual(await scene.tryActions([...actions, `read=${path.join(scene.tree, 'link/id_ed25519')}`]), []);
    const visible = [at('home'), at('repository')];
    // A visible folder shows no secrets.
    assert.deepEqual(await scene.tryActions(actions, { visible }), ['read notes.txt', 'read a.txt']);
  });

  it('[TRUST-8] reads and writes the paths that the user adds', async () => {
    await using scene = await Scene.create();
    const at = (file: string) => scene.folder.at(file);
    const actions = [
      `read=${at('home/.npmrc')}`,
      `write=${at('home/notes.txt')}`,
      `read=${at('repository/a.txt')}`,
      `write=${at('repository/a.txt')}`,
      `read=${at('home/.ssh/id_ed25519')}`,
    ];
    const write = ['~/.npmrc', at('home/notes.txt'), at('absent')];
    const read = [at('repository'), '~/absent'];
    assert.deepEqual(await scene.tryActions(actions, { read, write }), [
      'read .npmrc',
      'write notes.txt',
      'read a.txt',
    ]);
    assert.equal(await readFile(at('home/notes.txt'), 'utf8'), 'written');
  });

  it('[TRUST-8] sees no process outside the sandbox, and leaves none behind', async function () {
    if (process.platform !== 'linux') this.skip();
    await using scene = await Scene.create();
    const actions = [`read=/proc/${process.pid}/environ`, `read=/proc/${process.ppid}/cmdline`];
    assert.deepEqual(await scene.tryActions(actions), []);
    // A process in a separate session survives the kill of a process group.
    await writeFile(
      path.join(scene.tree, 'leave.cjs'),
      `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
       child.unref(); child.stdout.unref(); process.exit(0);`,
    );
    const outcome = await scene.run(['node', 'leave.cjs']);
    assert.equal(outcome.exitCode, 0, outcome.output);
    const processes = await scene.run(['node', '-p', 'require("node:fs").readdirSync("/proc").filter(Number).length']);
    assert.ok(Number(processes.output) <= 3, processes.output);
  });

  it('[TRUST-8] in strict mode has no network unless the contract asks for it, but its own loopback', async () => {
    await using scene = await Scene.create();
    const server = createHttpServer((_, response) => response.end('outside'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const request = `fetch('http://127.0.0.1:${port}').then((reply) => reply.text()).then(console.log, () => console.log('none'))`;
    const own = `const s = require('node:http').createServer((_, r) => r.end('own')).listen(0, '127.0.0.1', () =>
      fetch('http://127.0.0.1:' + s.address().port).then((reply) => reply.text()).then((text) => { console.log(text); process.exit(0); }))`;
    try {
      const answer = async (more: Partial<ConfinementRules>) => (await scene.run(['node', '-e', request], more)).output;
      assert.equal(await answer({ mode: 'auto' }), 'outside\n');
      assert.equal(await answer({ mode: 'strict', network: true }), 'outside\n');
      if (process.platform === 'linux') assert.equal(await answer({ mode: 'strict' }), 'none\n');
      assert.equal((await scene.run(['node', '-e', own], { mode: 'strict' })).output, 'own\n');
    } finally {
      server.close();
    }
  });

  it('[CONF-1] has the settings of git and npm that are no secrets, and keeps what it sets until the verdict ends', async () => {
    await using scene = await Scene.create();
    await using verdict = await temporaryFolder();
    const shown = [
      '@own:registry=https://own.example.com/',
      'ignore-scripts=true',
      'registry = https://npm.example.com/',
    ];
    const secret = [
      '//npm.example.com/:_authToken=one',
      '_auth=two',
      'proxy=http://me:three@proxy.example.com',
      'email=four',
    ];
    await writeFile(scene.folder.at('home/.npmrc'), [...secret, ...shown, 'audit[]', '=five', ''].join('\n'));
    const more = { privateFolder: verdict.path };
    const set = 'git config --global test.kept yes; echo kept=yes >> ~/.npmrc';
    assert.equal((await scene.run(['sh', '-c', set], more)).output, '');
    const read = await scene.run(['sh', '-c', 'git config --global test.kept; cat ~/.npmrc'], more);
    assert.equal(read.output, ['yes', ...shown, 'kept=yes', ''].join('\n'));
    assert.doesNotMatch(await readFile(scene.folder.at('home/.npmrc'), 'utf8'), /kept/);
  });

  it('[CONF-1] cannot replace a folder that leads to a mount, nor make its private folders unusable for later commands', async () => {
    await using scene = await Scene.create();
    await using verdict = await temporaryFolder();
    const more = { privateFolder: verdict.path };
    for (const folder of ['.cargo/registry', '.config/git', '.local/share/uv/python']) {
      await mkdir(scene.folder.at(`home/${folder}`), { recursive: true });
    }
    await writeFile(scene.folder.at('home/.config/git/ignore'), '');
    const between = [
      '.cargo',
      '.config',
      '.config/git',
      '.local',
      '.local/share',
      '.local/share/uv',
      '.cache/holdfast',
    ];
    const places = [...between, ''].map((name) => scene.folder.at(`home/${name}`));
    const attack =
      'for f in "$@"; do mv "$f" "$f.old" 2>/dev/null && echo "$f"; rmdir "$f" 2>/dev/null; chmod 0 "$f" 2>/dev/null; done; true';
    assert.equal((await scene.run(['sh', '-c', attack, 'sh', ...places], more)).output, '');
    const later = 'echo kept > ~/.cargo/own; cd ~/.local/share/uv && cat ~/.cargo/own';
    assert.equal((await scene.run(['sh', '-c', later], more)).output, 'kept\n');
  });

  it('[CONF-1] finds what another command has put in the place of a settings file or a mount', async () => {
    await using scene = await Scene.create();
    await using verdict = await temporaryFolder();
    const more = { privateFolder: verdict.path };
    const outside = scene.folder.at('repository');
    await mkdir(scene.folder.at('home/.cargo/registry'), { recursive: true });
    const plant = `ln -sfn ${outside} ~/.gitconfig; ln -sfn ${outside} ~/.cargo; echo planted`;
    // Without the row, the folder is an ordinary one and can be a link.
    await rename(scene.folder.at('home/.cargo'), scene.folder.at('home/cargo'));
    assert.equal((await scene.run(['sh', '-c', plant], more)).output, 'planted\n');
    await rename(scene.folder.at('home/cargo'), scene.folder.at('home/.cargo'));
    const look = 'test -f ~/.gitconfig && test -d ~/.cargo/registry && ! test -L ~/.cargo && echo own';
    assert.equal((await scene.run(['sh', '-c', look], more)).output, 'own\n');
    assert.deepEqual((await readdir(outside)).sort(), ['.git', 'a.txt']);
  });

  it('[CONF-1] reaches no socket with a path from outside, and the ones that it makes itself', async function () {
    if (process.platform !== 'linux') this.skip();
    await using scene = await Scene.create();
    const socket = scene.folder.at('repository/agent.sock');
    const server = createServer((connection) => connection.end());
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const connect = (to: string) =>
      `require('node:net').connect(${JSON.stringify(to)}).on('connect', () => { console.log('connected'); process.exit(0); }).on('error', () => { console.log('refused'); process.exit(0); })`;
    const own = `require('node:net').createServer().listen('/tmp/own.sock', () => ${connect('/tmp/own.sock')})`;
    try {
      // A folder that can be read does not permit a connection either.
      for (const visible of [[], [scene.folder.at('repository')]]) {
        assert.equal((await scene.run(['node', '-e', connect(socket)], { visible })).output, 'refused\n');
      }
      assert.equal((await scene.run(['node', '-e', own])).output, 'connected\n');
    } finally {
      server.close();
    }
  });

  it('starts although a folder of the PATH cannot be examined', async () => {
    await using scene = await Scene.create();
    const loop = scene.folder.at('loop');
    await symlink(loop, loop);
    await withVariables({ PATH: `${loop}:${process.env['PATH']}` }, async () => {
      assert.equal((await scene.run(['node', '-p', '1'])).output, '1\n');
    });
  });

  it('reports a missing program, a program without permission, and exit codes as without a sandbox', async () => {
    await using scene = await Scene.create();
    assert.match((await scene.run(['no-such-program'])).startError ?? '', /^Command not found: no-such-program/);
    await writeFile(path.join(scene.tree, 'plain'), 'x');
    await chmod(path.join(scene.tree, 'plain'), 0o644);
    assert.match((await scene.run(['./plain'])).startError ?? '', /^Permission denied/);
    assert.equal((await scene.run(['node', '-e', 'process.exit(7)'])).exitCode, 7);
    await mkdir(path.join(scene.tree, 'node_modules/.bin'), { recursive: true });
    await writeFile(path.join(scene.tree, 'node_modules/.bin/local'), '#!/bin/sh\necho local\n');
    await chmod(path.join(scene.tree, 'node_modules/.bin/local'), 0o755);
    assert.equal((await scene.run(['local'])).output, 'local\n');
  });

  it('[CONF-1] does not start a script whose interpreter the sandbox does not show, and names the folder', async () => {
    await using scene = await Scene.create();
    const interpreter = scene.folder.at('repository/.venv/bin/python');
    await mkdir(path.dirname(interpreter), { recursive: true });
    await symlink('/bin/sh', interpreter);
    await copyFile('/bin/sh', scene.folder.at('repository/sh'));
    await symlink('../../sh', scene.folder.at('repository/.venv/bin/own'));
    for (const name of ['python', 'own']) {
      await writeFile(path.join(scene.tree, name), `#!${path.join(path.dirname(interpreter), name)}\necho started\n`);
      await chmod(path.join(scene.tree, name), 0o755);
    }
    const { startError = '' } = await scene.run(['./own']);
    assert.ok(startError.includes(`does not show ${scene.folder.at('repository')} `), startError);
    const visible = [scene.folder.at('repository')];
    for (const name of ['python', 'own'])
      assert.equal((await scene.run([`./${name}`], { visible })).output, 'started\n');
  });

  it('[CONF-1] sees the editable packages of the virtual environment that VIRTUAL_ENV names', async () => {
    await using scene = await Scene.create();
    const environment = scene.folder.at('environments/work');
    const packages = path.join(environment, 'lib/python3/site-packages');
    await mkdir(packages, { recursive: true });
    await writeFile(path.join(environment, 'pyvenv.cfg'), 'home = /usr/bin\n');
    await writeFile(path.join(packages, '__editable__.demo.pth'), `${scene.folder.at('sources')}\n`);
    await mkdir(scene.folder.at('sources'));
    await writeFile(scene.folder.at('sources/demo.py'), 'print("imported")');
    await withVariables({ VIRTUAL_ENV: environment }, async () => {
      assert.deepEqual(await scene.tryActions([`read=${scene.folder.at('sources/demo.py')}`]), ['read demo.py']);
    });
    assert.deepEqual(await scene.tryActions([`read=${scene.folder.at('sources/demo.py')}`]), []);
  });

  it('[CONF-1] starts although an entry of a cache has disappeared after it was listed', async () => {
    await using scene = await Scene.create();
    const entry = scene.folder.at('home/.cache/node-gyp/unfinished');
    await mkdir(entry, { recursive: true });
    await withVariables({ HOME: scene.folder.at('home') }, async () => {
      const environment = subprocessEnvironment();
      const command = { program: 'true', cwd: scene.tree, environment };
      const confined = await confineCommand(scene.rules(), command);
      assert.ok('prefix' in confined);
      await using _ = confined;
      await rmdir(entry);
      const [program, ...rest] = [...confined.prefix, 'true'];
      const stdio = ['ignore', 'pipe', 'pipe', ...(await extraDescriptors(confined.filter))] as const;
      await execa(program, rest, { env: { ...environment, ...confined.variables }, extendEnv: false, stdio });
    });
  });

  it('[CONF-1] [CONF-3] changes stores of packages for its own verdict only', async function () {
    await using scene = await Scene.create();
    const at = (name: string) => scene.folder.at(`home/go/pkg/mod/${name}`);
    await mkdir(at('replaced'), { recursive: true });
    for (const name of ['kept', 'deleted', 'replaced/old']) await writeFile(at(name), name);
    await mkdir(scene.folder.at('private'));
    const sandbox = await findSandbox();
    assert.ok('program' in sandbox);
    const stores = [scene.folder.at('home/go/pkg/mod')];
    if ((await findOverlay(sandbox, scene.folder.at('private'), stores)) === undefined) this.skip();
    const write = `touch ${stores[0]}/kept 2>&1 | grep -c Read-only; echo "$GODEBUG"`;
    assert.equal((await scene.run(['sh', '-c', write])).output, '1\ngoindex=0\n', 'Go does not work in the tree');
    await mkdir(path.join(scene.tree, 'service'));
    await writeFile(path.join(scene.tree, 'service/go.mod'), '');
    for (const mode of ['auto', 'strict'] as const) {
      const verdict = { mode, privateFolder: scene.folder.at(`private-${mode}`) };
      await mkdir(verdict.privateFolder);
      const change = `cat kept && rm -r deleted replaced && mkdir replaced && echo new > replaced/new && echo changed > kept`;
      assert.equal((await scene.run(['sh', '-c', `cd ${stores[0]} && ${change}`], verdict)).output, 'kept');
      const look = ['sh', '-c', `cd ${stores[0]} && cat kept */*; ls; echo "$GODEBUG"`];
      assert.match((await scene.run(look, verdict)).output, /^changed\nnew\nkept\nreplaced\n\n$/);
      assert.match((await scene.run(look, { mode })).output, /^keptreplaced\/olddeleted\nkept\nreplaced\n\n$/);
    }
    for (const name of ['kept', 'deleted', 'replaced/old']) assert.equal(await readFile(at(name), 'utf8'), name);
    assert.ok(!existsSync(at('replaced/new')));
    // The user inside is the user outside, without rights over the machine.
    const identity = await scene.run(['sh', '-c', 'id -u; grep CapEff /proc/self/status']);
    const [id, capabilities = ''] = identity.output.trim().split('\n');
    assert.equal(id, String(process.getuid?.()));
    const systemAdministrator = 1n << 21n;
    assert.equal(BigInt(`0x${capabilities.replace(/^.*\s/, '')}`) & systemAdministrator, 0n);
  });

  it('[CONF-1] reads stores of packages where no overlay can be mounted, and Go can use them', async function () {
    const bubblewrap = await findOnPath('bwrap', process.env['PATH'] ?? '');
    if (bubblewrap === undefined) this.skip();
    await using scene = await Scene.create();
    // Its overlays would need no other program.
    const { stdout } = await execa(bubblewrap, ['--help']);
    if (stdout.includes('--overlay-src')) this.skip();
    await mkdir(scene.folder.at('home/go/pkg/mod'), { recursive: true });
    await writeFile(path.join(scene.tree, 'go.mod'), '');
    await mkdir(scene.folder.at('programs'));
    await symlink(bubblewrap, scene.folder.at('programs/bwrap'));
    await symlink(process.execPath, scene.folder.at('programs/node'));
    await withVariables({ PATH: scene.folder.at('programs') }, async () => {
      assert.deepEqual(await scene.tryActions([`write=${scene.folder.at('home/go/pkg/mod/new')}`]), []);
      const environment = { GODEBUG: 'madvdontneed=1' };
      const rules = { passedVariables: [], variables: environment, confinement: scene.rules() };
      const command = ['node', '-p', 'process.env.GODEBUG'];
      await withVariables({ HOME: scene.folder.at('home') }, async () => {
        const { output } = await runCommand({ command, cwd: scene.tree, timeoutMs: 30_000, rules });
        assert.equal(output, 'madvdontneed=1,goindex=0\n');
      });
    });
  });

  it('[CONF-1] reads the modules of Go in the first folder of GOPATH', async () => {
    await using scene = await Scene.create();
    const folders = [scene.folder.at('first'), scene.folder.at('second')];
    const files = folders.map((folder) => path.join(folder, 'pkg/mod/file'));
    for (const file of files) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'x');
    }
    await withVariables({ GOPATH: folders.join(path.delimiter) }, async () => {
      const done = await scene.tryActions(files.map((file) => `read=${file}`));
      assert.deepEqual(done, ['read file']);
    });
  });

  it('[CONF-1] works in a tree below /dev/shm', async function () {
    if (!existsSync('/dev/shm')) this.skip();
    await using scene = await Scene.create();
    const tree = await mkdtemp('/dev/shm/holdfast-tree-');
    try {
      const rules = { passedVariables: [], confinement: scene.rules({ tree }) };
      const command = ['sh', '-c', 'ls /dev/shm; echo a > a.txt'];
      const outcome = await runCommand({ command, cwd: tree, timeoutMs: 30_000, rules });
      assert.equal(outcome.output, `${path.basename(tree)}\n`);
      assert.equal(await readFile(path.join(tree, 'a.txt'), 'utf8'), 'a\n');
    } finally {
      await rm(tree, { recursive: true });
    }
  });

  it('[TRUST-8] is not started by a program that its own tree provides', async () => {
    await using scene = await Scene.create();
    const planted = path.join(scene.tree, 'node_modules/.bin/bwrap');
    await mkdir(path.dirname(planted), { recursive: true });
    await writeFile(planted, `#!/bin/sh\ntouch ${scene.folder.at('planted')}\n`);
    await chmod(planted, 0o755);
    assert.equal((await scene.run(['node', '-e', ''])).exitCode, 0);
    assert.equal(existsSync(scene.folder.at('planted')), false);
  });

  it('[TRUST-8] ends with its time limit', async () => {
    await using scene = await Scene.create();
    const rules = { passedVariables: [], confinement: scene.rules() };
    const command = ['node', '-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'];
    const outcome = await runCommand({ command, cwd: scene.tree, timeoutMs: 1_000, rules });
    assert.equal(outcome.timedOut, true);
    assert.equal(outcome.exitCode, undefined);
  });
});
