import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { acquireLock, tryLock } from '../../src/workspace/process-lock.ts';
import { openRepository } from '../../src/workspace/open-repository.ts';
import { GitUser } from './support/git-user.ts';
import { differing, fingerprint } from './support/fingerprint.ts';
import { temporaryFolder } from './support/temporary.ts';

describe('A repository', () => {
  it('knows its kind, its head and the folder that work trees share', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    const storage = home.at('storage');
    const empty = await openRepository({ folder: user.folder, storage });
    assert.deepEqual(await empty.head(), { commit: null, branch: 'main' });
    await user.write('sub/a.ts', 'a\n');
    const commit = await user.commit('first');
    await user.git('worktree', 'add', '-q', '-b', 'side', '../side');
    const side = await openRepository({ folder: home.at('side/sub'), storage });
    assert.equal(side.kind, 'git');
    assert.deepEqual(await side.head(), { commit, branch: 'side' });
    assert.equal(side.commonDirectory, path.join(user.folder, '.git'));
    await mkdir(home.at('plain'));
    const plain = await openRepository({ folder: home.at('plain'), storage });
    assert.equal(plain.kind, 'shadow');
    assert.deepEqual(await plain.head(), { commit: null, branch: null });
    assert.deepEqual([...(await side.recover()), ...(await plain.recover())], []);
    await assert.rejects(stat(path.join(user.folder, '.git/holdfast')), 'looking for what to recover writes nothing');
    await assert.rejects(openRepository({ folder: home.at('nowhere'), storage }), { code: 'not-found' });
    await assert.rejects(stat(storage), 'opening writes nothing');
  });

  it('[ENF-RETRY-3] takes up a file that changed within the second in which the index was written', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'aaaa\n');
    await user.commit('first');
    const repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const index = await stat(path.join(user.folder, '.git/index'));
    await user.write('a.ts', 'bbbb\n');
    await utimes(path.join(user.folder, 'a.ts'), index.mtime, index.mtime);
    const base = await repository.takeBase();
    assert.equal((await repository.readFile(base.commit, 'a.ts'))?.toString(), 'bbbb\n');
  });

  it('leaves large untracked files out with a note, and refuses too much', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('tracked-large.bin', Buffer.alloc(5_000));
    await user.commit('first');
    await user.write('tracked-large.bin', Buffer.alloc(6_000));
    await user.write('large.bin', Buffer.alloc(5_000));
    await user.write('small.ts', 'small\n');
    const options = { folder: user.folder, storage: home.at('storage') };
    const repository = await openRepository({ ...options, limits: { fileBytes: 4_000 } });
    const base = await repository.takeBase();
    assert.match(base.notes.join(), /large\.bin .* was left out/);
    assert.equal(await repository.readFile(base.commit, 'large.bin'), undefined);
    assert.equal((await repository.readFile(base.commit, 'tracked-large.bin'))?.length, 6_000);
    const strict = await openRepository({ ...options, limits: { totalBytes: 4_000 } });
    await assert.rejects(strict.takeBase(), { code: 'limit' });
    const few = await openRepository({ ...options, limits: { files: 1 } });
    await assert.rejects(few.takeBase(), { code: 'limit' });
  });

  it('[ENF-RETRY-3] keeps results under refs of its own, with what they were made from', async () => {
    for (const plain of [false, true]) {
      await using home = await temporaryFolder();
      const user = await GitUser.init(home.at('repo'));
      await user.write('a.ts', 'a\n');
      await user.commit('first');
      await user.write('untracked.ts', 'u\n');
      if (plain)
        await import('node:fs/promises').then(({ rm }) => rm(path.join(user.folder, '.git'), { recursive: true }));
      const options = { folder: user.folder, storage: home.at('storage') };
      let repository = await openRepository(options);
      const base = await repository.takeBase();
      const attempt = await repository.openAttempt(base);
      await writeFile(path.join(attempt.root, 'b.ts'), 'b\n');
      const result = await attempt.snapshot();
      assert.equal(await repository.keep('run-1', result.commit), 'refs/holdfast/run-1');
      await repository.keep('run-2', result.commit, { base });
      await attempt.dispose();
      if (!plain) {
        // The user's own git sees it, whatever becomes of Holdfast's storage.
        assert.equal(await user.git('show', 'refs/holdfast/run-1:b.ts'), 'b\n');
        assert.equal(await user.git('show', 'refs/holdfast/run-1^:untracked.ts'), 'u\n');
        await user.git('fsck', '--strict');
        options.storage = home.at('another-storage');
      }
      repository = await openRepository(options);
      assert.deepEqual(await repository.listKept(), ['run-1', 'run-2']);
      const kept = await repository.readKept('run-1');
      assert.deepEqual(kept?.result, result);
      assert.equal(kept.base.tree, base.tree);
      const prepared = await repository.prepareLanding({ base: kept.base, result: kept.result });
      assert.deepEqual(prepared.files, ['b.ts']);
      await repository.dropKept('run-1');
      await repository.dropKept('run-1');
      assert.equal(await repository.readKept('run-1'), undefined);
      assert.deepEqual(await repository.listKept(), ['run-2']);
      await assert.rejects(repository.keep('../../heads/main', result.commit), { code: 'internal' });
    }
  });

  it('reads files of commits, and nothing where there is none', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('sub/a ☂.ts', Buffer.from([0, 255, 10]));
    const commit = await user.commit('first');
    const repository = await openRepository({ folder: home.at('repo/sub'), storage: home.at('storage') });
    assert.deepEqual(await repository.readFile(commit, 'a ☂.ts'), Buffer.from([0, 255, 10]));
    assert.equal(await repository.readFile(commit, 'missing.ts'), undefined);
    assert.equal(await repository.readFile(commit, ''), undefined);
    await assert.rejects(repository.readFile(commit, '../sub/x'), { code: 'outside-tree' });
    await assert.rejects(repository.readFile('0'.repeat(40), 'a'), { code: 'git' });
  });

  it('[ENF-RETRY-6] stops when it is cancelled, and leaves everything as it was', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    for (let number = 0; number < 50; number++) await user.write(`f${number}.ts`, `${number}\n`);
    await user.commit('first');
    await user.write('u.ts', 'u\n');
    const before = await fingerprint(user.folder);
    const repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const signal = AbortSignal.timeout(20);
    await assert.rejects(repository.takeBase({ signal }), { code: 'cancelled' });
    await assert.rejects(repository.takeBase({ signal: AbortSignal.abort() }), { code: 'cancelled' });
    const base = await repository.takeBase();
    await assert.rejects(repository.openAttempt(base, { signal: AbortSignal.abort() }), { code: 'cancelled' });
    assert.deepEqual(differing(before, await fingerprint(user.folder, (file) => file.startsWith('.git/holdfast'))), []);
  });

  it('works in a partial clone, without asking the server for anything', async () => {
    await using home = await temporaryFolder();
    const origin = await GitUser.init(home.at('origin'));
    await origin.write('here/a.ts', 'a\n');
    await origin.write('there/b.ts', 'b\n');
    await origin.commit('first');
    await origin.git('config', 'uploadpack.allowFilter', 'true');
    const clone = ['clone', '-q', '--filter=blob:none', '--sparse', `file://${origin.folder}`, home.at('repo')];
    execFileSync('git', clone);
    const user = new GitUser(home.at('repo'));
    await user.git('sparse-checkout', 'set', '--cone', 'here');
    await import('node:fs/promises').then(({ rename }) => rename(origin.folder, home.at('gone')));
    await user.write('here/a.ts', 'A\n');
    await using repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const base = await repository.takeBase();
    const attempt = await repository.openAttempt(base);
    assert.equal(await attempt.tree.readText('here/a.ts'), 'A\n');
    await writeFile(path.join(attempt.root, 'here/new.ts'), 'n\n');
    const result = await attempt.snapshot();
    assert.deepEqual(
      (await attempt.changes(base.commit, result.commit)).map((change) => change.path),
      ['here/new.ts'],
    );
    const landed = await (
      await repository.prepareLanding({ base, result })
    ).land({ mode: 'commit', message: 'chunk: x' });
    assert.notEqual(landed.commit, undefined, landed.notes.join());
    assert.equal(await user.git('show', '--name-status', '--format=', 'HEAD'), 'A\there/new.ts\n');
  });

  it('takes nothing up of its own storage where that lies in the work tree', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'a\n');
    await user.commit('first');
    await using repository = await openRepository({
      folder: user.folder,
      storage: path.join(user.folder, 'own/storage'),
    });
    await repository.takeBase();
    const base = await repository.takeBase();
    const head = (await repository.head()).commit;
    assert.deepEqual(await repository.changes(head ?? '', base.commit), []);
  });
});

describe('The lock of a process', () => {
  it('is held once, and free again when it is released', async () => {
    await using home = await temporaryFolder();
    const lock = await tryLock(home.at('deep/lock'));
    assert.notEqual(lock, undefined);
    assert.equal(await tryLock(home.at('deep/lock')), undefined);
    await assert.rejects(acquireLock(home.at('deep/lock'), { what: 'wait', waitMs: 50 }), {
      code: 'limit',
      retryable: true,
    });
    const waiting = acquireLock(home.at('deep/lock'), { what: 'wait', waitMs: 5_000 });
    lock?.release();
    lock?.release();
    (await waiting).release();
    const cancelled = { what: 'wait', waitMs: 5_000, signal: AbortSignal.abort() };
    await assert.rejects(acquireLock(home.at('deep/lock'), cancelled), { code: 'cancelled' });
  });

  it('is free again when its process was killed', async () => {
    await using home = await temporaryFolder();
    const module = new URL('../../src/workspace/process-lock.ts', import.meta.url).href;
    const script = `const { tryLock } = await import(${JSON.stringify(module)}); const lock = await tryLock(${JSON.stringify(home.at('lock'))}); console.log(lock !== undefined); setInterval(() => lock, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    assert.equal(chunk.toString(), 'true\n');
    assert.equal(await tryLock(home.at('lock')), undefined);
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    (await acquireLock(home.at('lock'), { what: 'wait', waitMs: 5_000 })).release();
  });
});
