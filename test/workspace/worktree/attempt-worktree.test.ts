import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import { listDifferences, fingerprint } from '../support/fingerprint.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { TemporaryFolder } from '../support/temporary.ts';

interface Scene extends AsyncDisposable {
  readonly home: TemporaryFolder;
  readonly user: GitUser;
  readonly repository: Repository;
}

async function createScene(prepare: (user: GitUser) => Promise<void>, below = ''): Promise<Scene> {
  const home = await temporaryFolder();
  const user = await GitUser.init(home.at('repo'));
  await user.write('.gitignore', 'node_modules/\n.env\ndist/\n');
  await prepare(user);
  await user.commit('first');
  const repository = await openRepository({ folder: path.join(user.folder, below), storage: home.at('storage') });
  return {
    home,
    user,
    repository,
    async [Symbol.asyncDispose]() {
      await repository[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** Two packages of an npm workspace, linked as npm links them, and a registry package. */
async function npmWorkspace(user: GitUser): Promise<void> {
  await user.write('package.json', '{"private":true,"type":"module","workspaces":["packages/*"]}');
  await user.write(
    'packages/lib/package.json',
    '{"name":"@my/lib","type":"module","exports":"./index.js","bin":{"lib":"cli.js"}}',
  );
  await user.write('packages/lib/index.js', 'export const word = "old";\n');
  await user.write(
    'packages/lib/cli.js',
    '#!/usr/bin/env node\nimport { word } from "./index.js";\nconsole.log(word);\n',
    0o755,
  );
  await user.write('packages/app/package.json', '{"name":"app","type":"module"}');
  await user.write(
    'packages/app/main.js',
    'import { word } from "@my/lib"; import three from "three"; console.log(word, three);\n',
  );
  await user.write('node_modules/three/package.json', '{"name":"three","main":"index.js"}');
  await user.write('node_modules/three/index.js', 'module.exports = require("four") + 1;\n');
  await user.write('node_modules/four/package.json', '{"name":"four","main":"index.js"}');
  await user.write('node_modules/four/index.js', 'module.exports = 4;\n');
  await user.link('node_modules/@my/lib', '../../packages/lib');
  await user.link('node_modules/app', '../packages/app');
  await user.link('node_modules/.bin/lib', '../@my/lib/cli.js');
  await user.write('node_modules/.cache/tool/state', 'cached\n');
  await user.write('node_modules/.package-lock.json', '{}');
  await user.write('packages/app/node_modules/nested/index.js', 'nested\n');
}

describe('AttemptWorktree', () => {
  it('[ENF-RETRY-2] imports workspace packages from the attempt and registry packages from the installation', async () => {
    await using scene = await createScene(npmWorkspace);
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    await writeFile(path.join(attempt.root, 'packages/lib/index.js'), 'export const word = "new";\n');
    const options = { cwd: attempt.root, timeoutMs: 10_000 };
    assert.equal((await runCommand({ ...options, command: 'node packages/app/main.js' })).output, 'new 5\n');
    assert.equal((await runCommand({ ...options, command: 'lib' })).output, 'new\n');
    const inUserTree = await runCommand({ ...options, cwd: scene.user.folder, command: 'node packages/app/main.js' });
    assert.equal(inUserTree.output, 'old 5\n');
  });

  for (const planted of ['in the configuration', 'by another common folder'] as const) {
    it(`[TRUST-4] runs no filter that a command of the attempt planted ${planted}`, async () => {
      await using scene = await createScene(async (user) => user.write('a.txt', 'a\n'));
      await using attempt = await scene.repository.openWorktree(await scene.repository.createBase());
      const pointer = await readFile(path.join(attempt.root, '.git'), 'utf8');
      const gitDirectory = pointer.replace(/^gitdir: /, '').trim();
      let common = path.resolve(gitDirectory, '../..');
      if (planted === 'by another common folder') {
        const copy = scene.home.at('copy');
        await cp(common, copy, { recursive: true });
        await writeFile(path.join(gitDirectory, 'commondir'), copy);
        common = copy;
      }
      const program = `touch ${scene.home.at('executed')}; cat`;
      const filter = `[core]\n\trepositoryformatversion = 0\n[filter "x"]\n\tclean = ${program}\n\tsmudge = ${program}\n`;
      await writeFile(path.join(common, 'config'), filter);
      await writeFile(path.join(common, 'info/attributes'), '* filter=x\n');
      await writeFile(path.join(attempt.root, 'a.txt'), 'changed\n');
      const { commit } = await attempt.snapshot();
      await attempt.checkout(commit);
      await attempt.reset();
      await assert.rejects(stat(scene.home.at('executed')));
      assert.equal(await readFile(path.join(attempt.root, 'a.txt'), 'utf8'), 'a\n');
    });
  }

  it('[TRUST-4] restores its configuration if a command replaced it by a folder or a named pipe', async () => {
    await using scene = await createScene(async (user) => user.write('a.txt', 'a\n'));
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    const pointer = await readFile(path.join(attempt.root, '.git'), 'utf8');
    const common = path.resolve(pointer.replace(/^gitdir: /, '').trim(), '../..');
    await rm(path.join(common, 'info/attributes'));
    await mkdir(path.join(common, 'info/attributes/a'), { recursive: true });
    await rm(path.join(common, 'info/exclude'));
    if (process.platform === 'win32') await mkdir(path.join(common, 'info/exclude'));
    else execFileSync('mkfifo', [path.join(common, 'info/exclude')]);
    await writeFile(path.join(attempt.root, 'b.txt'), 'b\n');
    const { commit } = await attempt.snapshot();
    assert.deepEqual(
      (await attempt.listChanges(base.commit, commit)).map((change) => change.path),
      ['b.txt'],
    );
  });

  it('[ENF-RETRY-2] has real folders for node_modules, scopes, .bin and caches, and a link for each package', async () => {
    await using scene = await createScene(npmWorkspace);
    await using attempt = await scene.repository.openWorktree(await scene.repository.createBase());
    const at = (file: string): string => path.join(attempt.root, file);
    for (const folder of [
      'node_modules',
      'node_modules/@my',
      'node_modules/.bin',
      'node_modules/.cache',
      'packages/app/node_modules',
    ]) {
      assert.ok((await lstat(at(folder))).isDirectory(), folder);
    }
    assert.deepEqual(await readdir(at('node_modules/.cache')), []);
    assert.ok((await lstat(at('node_modules/.package-lock.json'))).isFile());
    assert.equal(await readlink(at('node_modules/three')), path.join(scene.user.folder, 'node_modules/three'));
    assert.equal(await realpath(at('node_modules/@my/lib')), await realpath(at('packages/lib')));
    assert.equal(await realpath(at('node_modules/app')), await realpath(at('packages/app')));
    assert.equal(
      await realpath(at('packages/app/node_modules/nested')),
      path.join(scene.user.folder, 'packages/app/node_modules/nested'),
    );
  });

  it('[ENF-RETRY-2] supports the pnpm store', async () => {
    await using scene = await createScene(async (user) => {
      await user.write('package.json', '{"private":true}');
      await user.write('packages/lib/package.json', '{"name":"lib","main":"index.js"}');
      await user.write('packages/lib/index.js', 'module.exports = "old";\n');
      await user.write('node_modules/.pnpm/four@1/node_modules/four/index.js', 'module.exports = 4;\n');
      await user.write(
        'node_modules/.pnpm/three@1/node_modules/three/index.js',
        'module.exports = require("four") + 1;\n',
      );
      await user.link('node_modules/.pnpm/three@1/node_modules/four', '../../four@1/node_modules/four');
      await user.link('node_modules/three', '.pnpm/three@1/node_modules/three');
      await user.link('node_modules/lib', '../packages/lib');
      await user.write('main.cjs', 'console.log(require("three"), require("lib"));\n');
    });
    await using attempt = await scene.repository.openWorktree(await scene.repository.createBase());
    await writeFile(path.join(attempt.root, 'packages/lib/index.js'), 'module.exports = "new";\n');
    const ran = await runCommand({ command: 'node main.cjs', cwd: attempt.root, timeoutMs: 10_000 });
    assert.equal(ran.output, '5 new\n');
  });

  it('[ENF-RETRY-2] uses tracked packages of the attempt', async () => {
    await using scene = await createScene(async (user) => {
      await user.write('.gitignore', 'dist/\n');
      await user.write('node_modules/tracked/index.js', 'module.exports = "tracked";\n');
      await user.write('main.cjs', 'console.log(require("tracked"), require("installed"));\n');
    });
    await scene.user.write('node_modules/installed/index.js', 'module.exports = "installed";\n');
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    const run = { command: 'node main.cjs', cwd: attempt.root, timeoutMs: 10_000 };
    assert.equal((await runCommand(run)).output, 'tracked installed\n');
    assert.ok((await lstat(path.join(attempt.root, 'node_modules/tracked'))).isDirectory());
    const clean = await fingerprint(attempt.root);
    assert.deepEqual(await attempt.listChanges(base.commit, (await attempt.snapshot()).commit), []);
    await rm(path.join(attempt.root, 'node_modules'), { recursive: true });
    await attempt.reset();
    assert.deepEqual(listDifferences(clean, await fingerprint(attempt.root)), []);
  });

  it('[ENF-RETRY-2] copies a file through an absolute link without writing to its target', async () => {
    await using scene = await createScene(async (user) => {
      await user.link('linked', path.join(user.folder, 'config'));
      await user.write('config/tracked', 'tracked\n');
    });
    const { user } = scene;
    await user.write('config/.env', 'KEY=1\n');
    const readStats = async (): Promise<readonly bigint[]> => {
      const { ino, mtimeNs, ctimeNs } = await stat(path.join(user.folder, 'config/.env'), { bigint: true });
      return [ino, mtimeNs, ctimeNs];
    };
    const before = await readStats();
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base, { copy: ['linked/.env'] });
    assert.equal(await readFile(path.join(attempt.root, 'config/.env'), 'utf8'), 'KEY=1\n');
    assert.deepEqual(await readStats(), before);
  });

  it('[ENF-RETRY-2] keeps a tracked link that is named node_modules', async () => {
    await using scene = await createScene(async (user) => {
      await user.write('main.cjs', 'console.log(require("three"));\n');
      await user.write('packages/app/main.cjs', 'console.log(require("three"));\n');
      await user.write('packages/app/package.json', '{"name":"app"}');
      await user.write('modules/three/index.js', 'module.exports = 3;\n');
      await user.link('node_modules', 'modules');
      await user.link('packages/app/node_modules', '../../modules');
    });
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    for (const file of ['main.cjs', 'packages/app/main.cjs']) {
      const run = { command: `node ${file}`, cwd: attempt.root, timeoutMs: 10_000 };
      assert.equal((await runCommand(run)).output, '3\n');
    }
    await writeFile(path.join(attempt.root, 'main.cjs'), 'changed\n');
    const listChanges = async (): Promise<string[]> =>
      (await attempt.listChanges(base.commit, (await attempt.snapshot()).commit)).map((change) => change.path);
    assert.deepEqual(await listChanges(), ['main.cjs']);
    await attempt.reset();
    assert.deepEqual(await listChanges(), []);
    await attempt.checkout(base.commit);
    assert.deepEqual(await listChanges(), []);
  });

  it('[ENF-RETRY-2] mirrors packages next to links that lead nowhere', async () => {
    await using scene = await createScene(async (user) => {
      await user.write('main.cjs', 'console.log(require("three"));\n');
      await user.write('packages/app/package.json', '{"name":"app"}');
    });
    const { user } = scene;
    await user.write('node_modules/three/index.js', 'module.exports = 3;\n');
    for (const name of ['.bin', '@scope', '.prisma', 'broken']) await user.link(`node_modules/${name}`, 'missing');
    await user.link('packages/app/node_modules', 'node_modules');
    await using attempt = await scene.repository.openWorktree(await scene.repository.createBase());
    const run = { command: 'node main.cjs', cwd: attempt.root, timeoutMs: 10_000 };
    assert.equal((await runCommand(run)).output, '3\n');
  });

  it('finds packages in a folder above the repository', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('outer/repo'));
    await user.write('main.cjs', 'console.log(require("above"));\n');
    await user.commit('first');
    await new GitUser(home.at('outer')).write('node_modules/above/index.js', 'module.exports = "above";\n');
    await using repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const attempt = await repository.openWorktree(await repository.createBase());
    assert.equal(
      (await runCommand({ command: 'node main.cjs', cwd: attempt.root, timeoutMs: 10_000 })).output,
      'above\n',
    );
  });

  it('[ENF-RETRY-2] is restored byte for byte after any command', async () => {
    await using scene = await createScene(async (user) => {
      await npmWorkspace(user);
      await user.write('.env', 'SECRET=1\n');
      await user.write('src/deep/a.ts', 'a\n');
      await user.write('run.sh', '#!/bin/sh\n', 0o755);
      await user.link('link', 'run.sh');
    });
    const userBefore = await fingerprint(scene.user.folder);
    await using attempt = await scene.repository.openWorktree(await scene.repository.createBase(), { copy: ['.env'] });
    const clean = await fingerprint(attempt.root);
    const at = (file: string): string => path.join(attempt.root, file);
    assert.equal(await readFile(at('.env'), 'utf8'), 'SECRET=1\n');

    await writeFile(at('.env'), 'SECRET=2\n');
    await rm(at('src'), { recursive: true });
    await symlink('/', at('src'));
    await rm(at('run.sh'));
    await mkdir(at('run.sh/folder'), { recursive: true });
    await unlink(at('link'));
    await unlink(at('node_modules/three'));
    await mkdir(at('node_modules/three'));
    await writeFile(at('node_modules/three/index.js'), 'installed\n');
    await symlink(scene.user.folder, at('node_modules/extra'));
    await writeFile(at('node_modules/.cache/x'), 'x\n');
    await mkdir(at('dist'));
    await writeFile(at('dist/out.js'), 'out\n');
    await symlink(scene.user.folder, at('to-the-user'));
    const inAttempt = new GitUser(attempt.root);
    await inAttempt.git('add', '-A');
    await inAttempt.git('-c', 'user.name=X', '-c', 'user.email=x@y', 'commit', '-qm', 'a command commits');
    await inAttempt.git('stash', 'list');
    await inAttempt.git('checkout', '-q', '-b', 'branch-of-a-command');
    await writeFile(at('.git'), 'gitdir: /nowhere\n');

    await attempt.reset();
    assert.deepEqual(listDifferences(clean, await fingerprint(attempt.root)), []);
    assert.deepEqual(
      listDifferences(userBefore, await fingerprint(scene.user.folder, (file) => file.startsWith('.git/holdfast'))),
      [],
    );
  });

  it('keeps ignored files on a checkout', async () => {
    await using scene = await createScene((user) => user.write('a.ts', 'a\n'));
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    const at = (file: string): string => path.join(attempt.root, file);
    await mkdir(at('dist'));
    await writeFile(at('dist/prepared.js'), 'prepared\n');
    await writeFile(at('a.ts'), 'changed\n');
    await mkdir(at('left/behind'), { recursive: true });
    await writeFile(at('left/behind/b.ts'), 'left\n');
    await attempt.checkout(base.commit);
    assert.equal(await readFile(at('a.ts'), 'utf8'), 'a\n');
    assert.equal(await readFile(at('dist/prepared.js'), 'utf8'), 'prepared\n');
    await assert.rejects(stat(at('left')));
    await attempt.reset();
    await assert.rejects(stat(at('dist')));
  });

  it('is removed without following links', async () => {
    await using scene = await createScene(npmWorkspace);
    const before = await fingerprint(scene.user.folder);
    const attempt = await scene.repository.openWorktree(await scene.repository.createBase());
    await symlink(scene.user.folder, path.join(attempt.root, 'to-the-user'));
    await attempt.dispose();
    await attempt.dispose();
    await assert.rejects(stat(attempt.root));
    assert.deepEqual(
      listDifferences(before, await fingerprint(scene.user.folder, (file) => file.startsWith('.git/holdfast'))),
      [],
    );
  });

  it('[ENF-ACC-1] lists created, modified, deleted and renamed files with line counts', async () => {
    await using scene = await createScene(async (user) => {
      await user.write('src/modified.ts', 'one\ntwo\nthree\n');
      await user.write('src/deleted.ts', 'to be\ndeleted\n');
      await user.write('src/before.ts', 'a\nb\nc\nd\ne\nf\ng\nh\n');
      await user.write('src/binary.bin', Buffer.from([0, 1, 2]));
    });
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    const at = (file: string): string => path.join(attempt.root, file);
    await writeFile(at('src/modified.ts'), 'one\nTWO\nthree\nfour\n');
    await rm(at('src/deleted.ts'));
    await rm(at('src/before.ts'));
    await writeFile(at('src/after\n ☂.ts'), 'a\nb\nc\nd\ne\nf\ng\nH\n');
    await writeFile(at('src/binary.bin'), Buffer.from([0, 3]));
    await writeFile(at('src/created.ts'), 'one\ntwo');
    const result = await attempt.snapshot();
    const changes = await attempt.listChanges(base.commit, result.commit);
    const text = { binary: false };
    assert.deepEqual(
      changes.sort((one, other) => (one.path < other.path ? -1 : 1)),
      [
        {
          path: 'src/after\n ☂.ts',
          previousPath: 'src/before.ts',
          kind: 'renamed',
          addedLines: 1,
          deletedLines: 1,
          ...text,
        },
        { path: 'src/binary.bin', kind: 'modified', addedLines: 0, deletedLines: 0, binary: true },
        { path: 'src/created.ts', kind: 'created', addedLines: 2, deletedLines: 0, ...text },
        { path: 'src/deleted.ts', kind: 'deleted', addedLines: 0, deletedLines: 2, ...text },
        { path: 'src/modified.ts', kind: 'modified', addedLines: 2, deletedLines: 1, ...text },
      ],
    );
    assert.match(await attempt.readDiff(base.commit, result.commit), /\+TWO/);
  });

  it('[CONF-4] leaves files of holes out of a snapshot, and names them', async () => {
    await using scene = await createScene((user) => user.write('tracked.txt', 'a\n'));
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    await attempt.prepare(base.commit);
    const huge = 100 * 1024 ** 3;
    for (const file of ['new[1].bin', 'dist/ignored.bin', 'tracked.txt']) {
      await mkdir(path.dirname(path.join(attempt.root, file)), { recursive: true });
      await writeFile(path.join(attempt.root, file), '');
      await truncate(path.join(attempt.root, file), huge);
    }
    await writeFile(path.join(attempt.root, 'small.txt'), 'b\n');
    const snapshot = await attempt.snapshot({ written: ['dist/ignored.bin', 'small.txt'] });
    assert.deepEqual([...snapshot.leftOut].sort(), ['dist/ignored.bin', 'new[1].bin', 'tracked.txt']);
    const changes = await attempt.listChanges(base.commit, snapshot.commit);
    assert.deepEqual(
      changes.map((change) => change.path),
      ['small.txt'],
    );
  });

  it('[CONF-1] shows the object stores that the repository borrows from to commands, and no other folder that it names', async () => {
    await using scene = await createScene((user) => user.write('a.txt', 'a\n'));
    const store = scene.home.at('borrowed.git/objects');
    for (const name of ['pack', 'info', 'a1']) await mkdir(path.join(store, name), { recursive: true });
    const other = scene.home.at('private');
    await mkdir(path.join(other, 'pack'), { recursive: true });
    await writeFile(path.join(other, 'notes.txt'), 'notes');
    const alternates = path.join(scene.user.folder, '.git/objects/info/alternates');
    await writeFile(alternates, `${store}\n${other}\n${scene.home.at('missing')}\n`);
    await using attempt = await scene.repository.openWorktree(await scene.repository.createBase());
    const { visible } = attempt.view;
    assert.ok(visible.includes(store));
    assert.ok(!visible.includes(other) && !visible.includes(scene.home.at('missing')));
  });

  it('includes an ignored file in a snapshot only if the model wrote it', async () => {
    await using scene = await createScene((user) => user.write('a.ts', 'a\n'));
    const base = await scene.repository.createBase();
    await using attempt = await scene.repository.openWorktree(base);
    await mkdir(path.join(attempt.root, 'dist'));
    await writeFile(path.join(attempt.root, 'dist/requested.js'), 'requested\n');
    await writeFile(path.join(attempt.root, 'dist/built.js'), 'built\n');
    const result = await attempt.snapshot({ written: ['dist/requested.js', 'never-there.ts'] });
    const changes = await attempt.listChanges(base.commit, result.commit);
    assert.deepEqual(
      changes.map((change) => change.path),
      ['dist/requested.js'],
    );
  });

  it("cannot change the user's repository with git", async () => {
    await using scene = await createScene((user) => user.write('a.ts', 'a\n'));
    await using attempt = await scene.repository.openWorktree(await scene.repository.createBase());
    const before = await fingerprint(scene.user.folder);
    const inAttempt = new GitUser(attempt.root);
    assert.match(await inAttempt.git('log', '--format=%s'), /first/);
    await inAttempt.git('config', 'core.hooksPath', '/tmp');
    await inAttempt.git('branch', 'mine');
    await inAttempt.git('tag', 'mine');
    await writeFile(path.join(attempt.root, 'a.ts'), 'stash me\n');
    await inAttempt.git('-c', 'user.name=X', '-c', 'user.email=x@y', 'stash');
    await inAttempt.git('update-ref', '-d', 'refs/heads/main');
    assert.deepEqual(listDifferences(before, await fingerprint(scene.user.folder)), []);
  });

  it('reads the files of a submodule', async () => {
    await using home = await temporaryFolder();
    const library = await GitUser.init(home.at('library'));
    await library.write('lib.ts', 'export const lib = 1;\n');
    await library.commit('library');
    await using scene = await createScene(async (user) => {
      await user.write('a.ts', 'a\n');
      await user.git(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        library.folder,
        'vendor/library',
      );
    });
    await using attempt = await scene.repository.openWorktree(await scene.repository.createBase());
    assert.equal(await attempt.tree.readText('vendor/library/lib.ts'), 'export const lib = 1;\n');
    assert.equal(attempt.isExcludedFromLanding('vendor/library/lib.ts'), true);
    assert.match(attempt.notes.join(), /vendor\/library/);
    await attempt.reset();
    assert.equal(await attempt.tree.readText('vendor/library/lib.ts'), 'export const lib = 1;\n');
  });

  it('copies ignored folders and globs, and rejects entries that match nothing or lead out of the tree', async () => {
    await using scene = await createScene(async (user) => {
      await user.write('packages/lib/a.ts', 'a\n');
      await user.write('packages/lib/dist/a.js', 'built\n');
      await user.write('packages/lib/dist/deep/b.js', 'built\n');
    });
    const base = await scene.repository.createBase();
    for (const copy of ['packages/*/dist/**', 'packages/lib/dist']) {
      await using attempt = await scene.repository.openWorktree(base, { copy: [copy] });
      assert.equal(await attempt.tree.readText('packages/lib/dist/deep/b.js'), 'built\n', copy);
      assert.deepEqual(await attempt.listChanges(base.commit, (await attempt.snapshot()).commit), []);
    }
    await assert.rejects(scene.repository.openWorktree(base, { copy: ['nothing/**'] }), /no file matches/);
    await assert.rejects(scene.repository.openWorktree(base, { copy: ['../repo/.env'] }), { code: 'outside-tree' });
    assert.deepEqual(
      await readdir(
        path.join(scene.home.at('storage'), (await readdir(scene.home.at('storage')))[0] ?? '', 'attempts'),
      ),
      [],
    );
  });

  it('[ENF-RETRY-6] is removed by the cleanup only after its process has ended', async () => {
    await using scene = await createScene((user) => user.write('a.ts', 'a\n'));
    const program = fileURLToPath(new URL('../support/open-and-wait.ts', import.meta.url));
    const child = spawn(process.execPath, [program, scene.user.folder, scene.home.at('storage')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    const root = chunk.toString().trim();
    assert.deepEqual(await scene.repository.recover(), []);
    assert.equal(await readFile(path.join(root, 'a.ts'), 'utf8'), 'a\n');
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    assert.deepEqual(await scene.repository.recover(), ['Removed the worktree of an interrupted attempt.']);
    await assert.rejects(stat(root));
    assert.deepEqual(await scene.repository.recover(), []);
  });
});
