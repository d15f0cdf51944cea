import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { listDifferences } from '../support/fingerprint.ts';
import { LINES, LandingScene } from '../support/landing-scene.ts';

const commit = { mode: 'commit', message: 'chunk: A title' } as const;
const workingTree = { mode: 'working-tree', message: 'chunk: A title' } as const;

/** Paths in the git directory that a commit changes. */
function isChangedByCommit(file: string): boolean {
  return /^\.git\/(objects(\/.*)?|index|HEAD|logs(\/.*)?|refs(\/.*)?)$/.test(file);
}

describe('PreparedLanding', () => {
  it('[ENF-RETRY-5] commits exactly the files of the chunk, under its title', async () => {
    await using scene = await LandingScene.create();
    const { user } = scene;
    const head = (await user.git('rev-parse', 'HEAD')).trim();
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'src/new/d.ts': 'd\n', 'src/old/c.ts': null });
    const before = await scene.fingerprint();
    const prepared = await scene.prepare();
    assert.equal(prepared.differsFromResult, false);
    const landed = await prepared.land(commit);

    assert.deepEqual([...landed.files].sort(), ['src/a.ts', 'src/new/d.ts', 'src/old/c.ts']);
    assert.deepEqual(landed.notes, []);
    assert.equal((await user.git('rev-parse', 'HEAD')).trim(), landed.commit);
    assert.equal((await user.git('rev-parse', 'HEAD^')).trim(), head);
    assert.equal(await user.git('log', '-1', '--format=%B%an'), 'chunk: A title\nA Person\n');
    assert.equal(
      await user.git('show', '--name-status', '--format=', 'HEAD'),
      'M\tsrc/a.ts\nA\tsrc/new/d.ts\nD\tsrc/old/c.ts\n',
    );
    assert.match(await user.git('reflog', '-1'), /holdfast: chunk: A title/);
    assert.equal(await user.git('status', '--porcelain'), '');
    assert.equal(await scene.read('src/a.ts'), LINES.replace('two', 'TWO'));
    const changed = listDifferences(before, await scene.fingerprint()).filter((file) => !isChangedByCommit(file));
    assert.deepEqual(changed, ['src/a.ts', 'src/new', 'src/new/d.ts', 'src/old', 'src/old/c.ts']);
    assert.deepEqual(await readdir(path.join(user.folder, '.git/holdfast/landing')), []);
  });

  it('[ENF-RETRY-5] says why there is no commit if the files already contain the result', async () => {
    const merged = 'mine and theirs\n';
    const cases: readonly (readonly [
      title: string,
      text: string,
      resolved: string[],
      commits: boolean,
      expected: RegExp,
    ])[] = [
      ['merged by a person, untracked', merged, ['src/new.ts'], false, /^Not committed: src\/new\.ts already had/],
      [
        'the same text, untracked',
        'theirs\n',
        [],
        false,
        /^Not committed: src\/new\.ts already had.*Commit it yourself/,
      ],
      ['the same text, committed', 'theirs\n', [], true, /^Nothing to commit: the last commit contains the result/],
      ['merged by a person, committed', merged, ['src/new.ts'], true, /^Nothing to commit/],
    ];
    for (const [title, text, resolved, commits, expected] of cases) {
      await using scene = await LandingScene.create();
      await scene.createResult({ 'src/new.ts': 'theirs\n' });
      await scene.user.write('src/new.ts', text);
      if (commits) {
        await scene.user.git('add', 'src/new.ts');
        await scene.user.git('commit', '-qm', 'own');
      }
      const head = await scene.user.git('rev-parse', 'HEAD');
      const prepared = await scene.prepare(resolved);
      const landed = await prepared.land({ ...commit, resolved });
      assert.deepEqual([landed.files, landed.conflicts, landed.commit], [[], [], undefined], title);
      assert.match(landed.notes[0] ?? '', /^Nothing to write/, title);
      assert.match(landed.notes[1] ?? '', expected, title);
      assert.equal(await scene.user.git('rev-parse', 'HEAD'), head, title);
      const inTree = await (await scene.prepare(resolved)).land({ ...workingTree, resolved });
      assert.deepEqual(inTree.notes.length, 1, 'no commit was requested');
    }
  });

  it('[ENF-RETRY-3] leaves staged, stashed, untracked and ignored files byte-for-byte unchanged', async () => {
    await using scene = await LandingScene.create();
    const { user } = scene;
    await user.write('src/b.ts', 'stashed\n');
    await user.git('stash', '-q');
    await user.write('src/b.ts', 'export const b = 2;\n');
    await user.git('add', 'src/b.ts');
    await user.write('src/b.ts', 'export const b = 3;\n');
    await user.write('staged.ts', 'staged\n');
    await user.git('add', 'staged.ts');
    await user.write('untracked.ts', 'untracked\n');
    await user.write('debug.log', 'ignored\n');
    const entries = await user.git('ls-files', '--stage');
    const stash = await user.git('rev-parse', 'stash@{0}');
    const status = await user.git('status', '--porcelain', '--ignored');
    await scene.createResult({ 'src/d.ts': 'd\n' });
    const before = await scene.fingerprint();
    const landed = await (await scene.prepare()).land(commit);

    assert.deepEqual(landed.notes, []);
    const withoutLanded = (await user.git('ls-files', '--stage'))
      .split('\n')
      .filter((line) => !line.endsWith('src/d.ts'));
    assert.equal(withoutLanded.join('\n'), entries);
    assert.equal(await user.git('rev-parse', 'stash@{0}'), stash);
    assert.equal(await user.git('status', '--porcelain', '--ignored'), status);
    assert.equal(await user.git('show', '--name-only', '--format=', 'HEAD'), 'src/d.ts\n');
    assert.deepEqual(
      listDifferences(before, await scene.fingerprint()).filter((file) => !isChangedByCommit(file)),
      ['src/d.ts'],
    );
  });

  it('[ENF-RETRY-3] changes no byte of the git directory in the working-tree mode', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'src/d.ts': 'd\n' });
    const before = await scene.fingerprint();
    const landed = await (await scene.prepare()).land(workingTree);
    assert.equal(landed.commit, undefined);
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), ['src/a.ts', 'src/d.ts']);
  });

  it('[ENF-RETRY-3] merges edits of other lines that the user makes during the run', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO') });
    await scene.user.write('src/a.ts', LINES.replace('seven', 'SEVEN'));
    await scene.user.write('other.ts', 'of the user\n');
    const prepared = await scene.prepare();
    assert.deepEqual(prepared.conflicts, []);
    assert.equal(prepared.differsFromResult, true);
    const merged = LINES.replace('two', 'TWO').replace('seven', 'SEVEN');
    assert.equal((await scene.repository.readFile(prepared.mergedCommit, 'src/a.ts'))?.toString(), merged);
    await scene.attempt.checkout(prepared.mergedCommit);
    assert.equal(await scene.attempt.tree.readText('src/a.ts'), merged);
    assert.equal(await scene.attempt.tree.readText('other.ts'), 'of the user\n');

    const landed = await prepared.land(commit);
    assert.equal(await scene.read('src/a.ts'), merged);
    assert.equal(landed.commit, undefined);
    assert.match(landed.notes.join(), /src\/a\.ts already had uncommitted changes/);
  });

  const conflicts: readonly { name: string; user: (scene: LandingScene) => Promise<void>; reason: RegExp }[] = [
    {
      name: 'the same line',
      user: (scene) => scene.user.write('src/a.ts', LINES.replace('two', 'zwei')),
      reason: /same or adjacent lines/,
    },
    {
      name: 'a deleted file',
      user: (scene) => rm(path.join(scene.user.folder, 'src/a.ts')),
      reason: /deleted or renamed/,
    },
    {
      name: 'a renamed file',
      user: (scene) => rename(path.join(scene.user.folder, 'src/a.ts'), path.join(scene.user.folder, 'src/z.ts')),
      reason: /deleted or renamed/,
    },
    {
      name: 'a file of the same name',
      user: (scene) => scene.user.write('src/new.ts', 'mine\n'),
      reason: /another file with this name/,
    },
    {
      name: 'an ignored file of the same name',
      user: (scene) => scene.user.write('made.log', 'mine\n'),
      reason: /git ignores/,
    },
    {
      name: 'a folder of the same name',
      user: (scene) => scene.user.write('src/new.ts/x.ts', 'mine\n'),
      reason: /folder/,
    },
    {
      name: 'a changed file that the chunk deletes',
      user: (scene) => scene.user.write('src/old/c.ts', 'mine\n'),
      reason: /the chunk deletes it/,
    },
    { name: 'a binary file', user: (scene) => scene.user.write('src/a.ts', Buffer.from([1, 0, 2])), reason: /binary/ },
    {
      name: 'a link in place of a folder',
      async user(scene) {
        await rm(path.join(scene.user.folder, 'src'), { recursive: true });
        await mkdir(path.join(scene.user.folder, 'node_modules/elsewhere'), { recursive: true });
        await symlink('node_modules/elsewhere', path.join(scene.user.folder, 'src'));
      },
      reason: /deleted or renamed|folder/,
    },
  ];
  for (const { name, user, reason } of conflicts) {
    it(`[ENF-RETRY-3] conflicts with the user's own work and lands nothing: ${name}`, async () => {
      await using scene = await LandingScene.create();
      await scene.createResult({
        'src/a.ts': LINES.replace('two', 'TWO'),
        'src/new.ts': 'of the chunk\n',
        'src/old/c.ts': null,
        'made.log': 'of the chunk\n',
      });
      await user(scene);
      const before = await scene.fingerprint();
      const prepared = await scene.prepare();
      assert.match(prepared.conflicts.map((conflict) => conflict.reason).join('\n'), reason);
      const landed = await prepared.land(commit);
      assert.deepEqual(landed.conflicts, prepared.conflicts);
      assert.deepEqual(landed.files, []);
      assert.deepEqual(listDifferences(before, await scene.fingerprint()), []);
    });
  }

  it('[ENF-RETRY-3] keeps edits from before the run and does not commit them', async () => {
    await using scene = await LandingScene.create();
    const own = LINES.replace('seven', 'SEVEN');
    await scene.user.write('src/a.ts', own);
    const head = await scene.user.git('rev-parse', 'HEAD');
    await scene.createResult({ 'src/a.ts': own.replace('two', 'TWO'), 'src/d.ts': 'd\n' });
    const landed = await (await scene.prepare()).land(commit);
    assert.equal(landed.commit, undefined);
    assert.deepEqual([...landed.files], ['src/a.ts', 'src/d.ts']);
    assert.match(landed.notes.join(), /Not committed: src\/a\.ts already had uncommitted changes/);
    assert.equal(await scene.user.git('rev-parse', 'HEAD'), head);
    assert.equal(await scene.read('src/a.ts'), own.replace('two', 'TWO'));
  });

  it('writes nothing, with a note, if the files already contain the result', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'made.log': 'the same\n' });
    await scene.user.write('src/a.ts', LINES.replace('two', 'TWO'));
    await scene.user.write('made.log', 'the same\n');
    const before = await scene.fingerprint();
    const landed = await (await scene.prepare()).land(commit);
    assert.deepEqual(landed.files, []);
    assert.match(landed.notes.join(), /already/);
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), []);
  });

  it('lands links, executables, a file in place of a folder and a folder in place of a file', async () => {
    await using scene = await LandingScene.create({
      async prepare(user) {
        await user.write('tool', 'tool\n');
        await user.write('folder/x.ts', 'x\n');
        await user.write('script.sh', '#!/bin/sh\n');
        await user.link('link', 'tool');
        await user.commit('first');
      },
    });
    await scene.createResult({ 'folder/x.ts': null, tool: null, link: null }, async (attempt) => {
      const at = (file: string): string => path.join(attempt.root, file);
      await rm(at('folder'), { recursive: true, force: true });
      await writeFile(at('folder'), 'now a file\n');
      await mkdir(at('tool'));
      await writeFile(at('tool/inner.ts'), 'inner\n');
      await symlink('tool/inner.ts', at('link'));
      await writeFile(at('script.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
      await (await open(at('script.sh'))).close();
      await rm(at('script.sh'));
      await writeFile(at('script.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    });
    const landed = await (await scene.prepare()).land(commit);
    assert.notEqual(landed.commit, undefined);
    const at = (file: string): string => path.join(scene.user.folder, file);
    assert.equal(await scene.read('folder'), 'now a file\n');
    assert.equal(await scene.read('tool/inner.ts'), 'inner\n');
    assert.equal(await readlink(at('link')), 'tool/inner.ts');
    assert.equal((await lstat(at('script.sh'))).mode & 0o111, 0o111);
    assert.equal(await scene.user.git('status', '--porcelain'), '');
  });

  it('[ENF-RETRY-3] keeps the executable bit of a changed file where git does not trust it', async () => {
    await using scene = await LandingScene.create();
    await scene.user.git('config', 'core.fileMode', 'false');
    const file = path.join(scene.user.folder, 'src/a.ts');
    await chmod(file, 0o755);
    await using repository = await openRepository({ folder: scene.user.folder, storage: scene.storage });
    const base = await repository.createBase();
    await using attempt = await repository.openWorktree(base);
    await writeFile(path.join(attempt.root, 'src/a.ts'), 'changed\n');
    const landing = await repository.prepareLanding({ base, result: await attempt.snapshot() });
    await landing.land(commit);
    assert.equal((await lstat(file)).mode & 0o777, 0o755);
    assert.equal(await scene.user.git('status', '--porcelain'), '');
    assert.match(await scene.user.git('ls-tree', 'HEAD', 'src/a.ts'), /^100644/);
  });

  it('[TRUST-5] lands and removes links whose targets are not UTF-8', async function () {
    if (process.platform !== 'linux') this.skip();
    const targets = [Buffer.from([0xff, 0x61]), Buffer.from([0xfe])] as const;
    await using scene = await LandingScene.create({
      async prepare(user) {
        await user.write('a.ts', 'a\n');
        await symlink(targets[0], path.join(user.folder, 'changed'));
        await symlink(targets[0], path.join(user.folder, 'removed'));
        await user.commit('first');
      },
    });
    await scene.createResult({ changed: null, removed: null }, async ({ root }) => {
      await symlink(targets[1], path.join(root, 'changed'));
    });
    const landed = await (await scene.prepare()).land(commit);
    assert.notEqual(landed.commit, undefined, landed.notes.join());
    assert.deepEqual(await readlink(path.join(scene.user.folder, 'changed'), 'buffer'), targets[1]);
    assert.equal(await scene.user.git('status', '--porcelain'), '');
  });

  it('works in a subfolder with paths relative to it', async () => {
    await using scene = await LandingScene.create({
      below: 'packages/app',
      async prepare(user) {
        await user.write('packages/app/a.ts', LINES);
        await user.write('packages/other/b.ts', 'b\n');
        await user.commit('first');
      },
    });
    await scene.createResult({ 'a.ts': LINES.replace('two', 'TWO'), 'd.ts': 'd\n' });
    const prepared = await scene.prepare();
    assert.deepEqual(prepared.files, ['a.ts', 'd.ts']);
    const landed = await prepared.land(commit);
    assert.deepEqual(landed.files, ['a.ts', 'd.ts']);
    assert.equal(
      await scene.user.git('show', '--name-only', '--format=', 'HEAD'),
      'packages/app/a.ts\npackages/app/d.ts\n',
    );
    assert.equal(await scene.user.git('status', '--porcelain'), '');
  });

  it('creates the first commit of a branch', async () => {
    await using scene = await LandingScene.create({ prepare: (user) => user.write('mine.ts', 'mine\n') });
    await scene.createResult({ 'a.ts': 'a\n' });
    const landed = await (await scene.prepare()).land(commit);
    assert.equal((await scene.user.git('rev-parse', 'main')).trim(), landed.commit);
    assert.equal(await scene.user.git('ls-tree', '-r', '--name-only', 'HEAD'), 'a.ts\n');
    assert.equal(await scene.user.git('status', '--porcelain'), '?? mine.ts\n');
  });

  it('commits on a detached HEAD and does not move the branch', async () => {
    await using scene = await LandingScene.create();
    const main = await scene.user.git('rev-parse', 'main');
    await scene.user.git('checkout', '-q', '--detach');
    await scene.createResult({ 'd.ts': 'd\n' });
    const landed = await (await scene.prepare()).land(commit);
    assert.equal((await scene.user.git('rev-parse', 'HEAD')).trim(), landed.commit);
    assert.equal(await scene.user.git('rev-parse', 'main'), main);
    assert.deepEqual(await scene.repository.readHead(), { commit: landed.commit, branch: null });
  });

  it('does not commit during a merge and does not change the merge', async () => {
    await using scene = await LandingScene.create();
    const { user } = scene;
    await user.git('checkout', '-q', '-b', 'other');
    await user.write('src/b.ts', 'other\n');
    await user.commit('other');
    await user.git('checkout', '-q', 'main');
    await user.write('src/b.ts', 'main\n');
    await user.commit('main');
    await user.git('merge', 'other').catch(() => undefined);
    await scene.createResult({ 'd.ts': 'd\n' });
    const before = await scene.fingerprint();
    const landed = await (await scene.prepare()).land(commit);
    assert.match(landed.notes.join(), /a merge is in progress/);
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), ['d.ts']);
  });

  it('commits what `git add` would, with line endings and filters of the repository', async () => {
    await using scene = await LandingScene.create({
      async prepare(user) {
        await user.git('config', 'core.autocrlf', 'true');
        await user.git('config', 'filter.upper.clean', 'tr a-z A-Z');
        await user.git('config', 'filter.upper.smudge', 'tr A-Z a-z');
        await user.write('.gitattributes', '*.up filter=upper\n');
        await user.write('windows.ts', 'a\r\nb\r\n');
        await user.write('a.up', 'quiet\r\n');
        await user.commit('first');
      },
    });
    await scene.createResult({ 'windows.ts': 'a\r\nB\r\n', 'new.ts': 'n\r\n', 'a.up': 'more quiet\r\n' });
    const landed = await (await scene.prepare()).land(commit);
    assert.notEqual(landed.commit, undefined, landed.notes.join());
    assert.equal(await scene.read('windows.ts'), 'a\r\nB\r\n');
    assert.equal(await scene.user.git('show', 'HEAD:windows.ts'), 'a\nB\n');
    assert.equal(await scene.user.git('show', 'HEAD:new.ts'), 'n\n');
    assert.equal(await scene.user.git('show', 'HEAD:a.up'), 'MORE QUIET\n');
    assert.equal(await scene.read('a.up'), 'more quiet\r\n');
    assert.equal(await scene.user.git('status', '--porcelain'), '');
  });

  it('skips commit hooks and signing, each with a note', async () => {
    await using scene = await LandingScene.create();
    for (const hook of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change']) {
      await scene.user.write(`.git/hooks/${hook}`, '#!/bin/sh\ntouch ran\nexit 1\n', 0o755);
    }
    await scene.user.git('config', 'commit.gpgSign', 'true');
    await scene.createResult({ 'd.ts': 'd\n' });
    const landed = await (await scene.prepare()).land(commit);
    assert.notEqual(landed.commit, undefined);
    assert.match(landed.notes.join(), /hooks were skipped: pre-commit, commit-msg/);
    assert.match(landed.notes.join(), /not signed/);
    assert.equal(await scene.user.git('status', '--porcelain'), '');
  });

  it('commits as Holdfast if git has no identity', async () => {
    await using scene = await LandingScene.create();
    await scene.user.git('config', 'user.useConfigOnly', 'true');
    await scene.user.git('config', '--unset', 'user.name');
    await scene.user.git('config', '--unset', 'user.email');
    await scene.user.git('config', 'user.name', '');
    await scene.createResult({ 'd.ts': 'd\n' });
    const landed = await (await scene.prepare()).land(commit);
    assert.notEqual(landed.commit, undefined);
    assert.match(landed.notes.join(), /user\.name and user\.email are not set/);
    assert.equal(await scene.user.git('log', '-1', '--format=%an'), 'Holdfast\n');
  });

  it('[ENF-RETRY-3] lands nothing if a file changed after the merge, and lands after a new preparation', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'src/d.ts': 'd\n' });
    const prepared = await scene.prepare();
    await scene.user.write('src/a.ts', LINES.replace('eight', 'EIGHT'));
    const before = await scene.fingerprint();
    const landed = await prepared.land(commit);
    assert.notEqual(landed.outdatedBy, undefined);
    assert.deepEqual(landed.files, []);
    assert.deepEqual(
      listDifferences(before, await scene.fingerprint()).filter((file) => !/^\.git\/objects/.test(file)),
      [],
    );
    const again = await (await scene.prepare()).land(commit);
    assert.equal(again.outdatedBy, undefined);
    assert.equal(await scene.read('src/a.ts'), LINES.replace('two', 'TWO').replace('eight', 'EIGHT'));
  });

  it('lands the same result only once', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'src/d.ts': 'd\n' });
    const [one, other] = [await scene.prepare(), await scene.prepare()];
    await one.land(workingTree);
    const before = await scene.fingerprint();
    assert.notEqual((await other.land(workingTree)).outdatedBy, undefined);
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), []);
    assert.deepEqual((await (await scene.prepare()).land(workingTree)).files, []);
  });

  it('[ENF-RETRY-3] rolls back if another commit is created at the same time', async () => {
    let interfere: (() => void) | undefined;
    await using scene = await LandingScene.create({ onStep: (step) => step === 'files-written' && interfere?.() });
    const { execFileSync } = await import('node:child_process');
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'src/d.ts': 'd\n', 'src/old/c.ts': null });
    const prepared = await scene.prepare();
    const files = (await scene.fingerprint()).entries();
    const before = new Map([...files].filter(([file]) => !file.startsWith('.git/')));
    interfere = () => {
      const concurrentCommit = execFileSync('git', ['commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'meanwhile'], {
        cwd: scene.user.folder,
        encoding: 'utf8',
      });
      execFileSync('git', ['update-ref', 'HEAD', concurrentCommit.trim()], { cwd: scene.user.folder });
      interfere = undefined;
    };
    const landed = await prepared.land(commit);
    assert.notEqual(landed.outdatedBy, undefined);
    const after = new Map([...(await scene.fingerprint())].filter(([file]) => !file.startsWith('.git/')));
    assert.deepEqual(listDifferences(before, after), []);
    assert.equal(await scene.user.git('status', '--porcelain'), '');
    assert.notEqual((await (await scene.prepare()).land(commit)).commit, undefined);
  });

  it('[ENF-RETRY-3] rolls back if a write fails', async () => {
    let failing: string | undefined;
    await using scene = await LandingScene.create({
      onStep: (step) => {
        if (step === failing) throw new Error('the disk is full');
      },
    });
    await scene.createResult({
      'src/a.ts': LINES.replace('two', 'TWO'),
      'src/new/d.ts': 'd\n',
      'src/old/c.ts': null,
    });
    const before = await scene.fingerprint();
    for (const step of [
      'wrote src/a.ts',
      'removed src/old/c.ts',
      'backed up src/a.ts',
      'wrote src/new/d.ts',
      'files-written',
      'commit-recorded',
      'decided',
    ]) {
      const prepared = await scene.prepare();
      failing = step;
      await assert.rejects(prepared.land(commit), /the disk is full/, step);
      const changed = listDifferences(before, await scene.fingerprint()).filter(
        (file) => !/^\.git\/objects/.test(file),
      );
      assert.deepEqual(changed, [], step);
    }
  });

  it('[ENF-RETRY-3] keeps the data that a program writes to a file while the landing replaces it', async () => {
    let save: () => void = () => undefined;
    await using scene = await LandingScene.create({ onStep: (step) => step === 'files-written' && save() });
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO') });
    const prepared = await scene.prepare();
    const handle = await open(path.join(scene.user.folder, 'src/a.ts'), 'r+');
    const { writeSync } = await import('node:fs');
    save = () => writeSync(handle.fd, 'typed by the user\n', 0);
    const landed = await prepared.land(workingTree);
    await handle.close();
    assert.notEqual(landed.outdatedBy, undefined);
    assert.match(await scene.read('src/a.ts'), /^typed by the user\n/);
  });

  it('[ENF-RETRY-6] writes nothing if it is cancelled', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': 'x\n' });
    const prepared = await scene.prepare();
    const before = await scene.fingerprint();
    await assert.rejects(prepared.land({ ...commit, signal: AbortSignal.abort() }), { code: 'cancelled' });
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), []);
  });

  it('waits for a git process that has locked the index, and fails if it does not end', async () => {
    const steps = new EventEmitter();
    await using scene = await LandingScene.create({ onStep: (step) => steps.emit(step) });
    await scene.createResult({ 'src/a.ts': 'x\n' });
    const lock = path.join(scene.user.folder, '.git/index.lock');
    await writeFile(lock, '');
    const prepared = await scene.prepare();
    const before = await scene.fingerprint();
    await assert.rejects(
      prepared.land(commit),
      (thrown) => thrown instanceof HoldfastError && thrown.code === 'git' && thrown.retryable,
    );
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), []);
    steps.once('index-busy', () => rmSync(lock));
    const landed = await prepared.land(commit);
    assert.notEqual(landed.commit, undefined);
  });

  it('lands in a folder without git', async () => {
    await using scene = await LandingScene.create({ plain: true });
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'src/new/d.ts': 'd\n', 'src/old/c.ts': null });
    const before = await scene.fingerprint();
    const landed = await (await scene.prepare()).land(commit);
    assert.equal(landed.commit, undefined);
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), [
      'src/a.ts',
      'src/new',
      'src/new/d.ts',
      'src/old',
      'src/old/c.ts',
    ]);
  });
});
