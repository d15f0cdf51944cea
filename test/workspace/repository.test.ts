import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HoldfastError } from '../../src/foundation/errors.ts';
import { acquireLock, tryLock } from '../../src/workspace/store/process-lock.ts';
import { openRepository } from '../../src/workspace/open-repository.ts';
import { GitUser } from './support/git-user.ts';
import { listDifferences, fingerprint } from './support/fingerprint.ts';
import { temporaryFolder } from './support/temporary.ts';

describe('Repository', () => {
  it('reports its kind, its HEAD and the git directory that worktrees share', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    const storage = home.at('storage');
    const empty = await openRepository({ folder: user.folder, storage });
    assert.deepEqual(await empty.readHead(), { commit: null, branch: 'main' });
    await user.write('sub/a.ts', 'a\n');
    const commit = await user.commit('first');
    await user.git('worktree', 'add', '-q', '-b', 'side', '../side');
    const side = await openRepository({ folder: home.at('side/sub'), storage });
    assert.equal(side.kind, 'git');
    assert.deepEqual(await side.readHead(), { commit, branch: 'side' });
    assert.equal(side.commonDirectory, path.join(user.folder, '.git'));
    await mkdir(home.at('plain'));
    const plain = await openRepository({ folder: home.at('plain'), storage });
    assert.equal(plain.kind, 'shadow');
    assert.deepEqual(await plain.readHead(), { commit: null, branch: null });
    assert.deepEqual([...(await side.recover()), ...(await plain.recover())], []);
    await assert.rejects(
      stat(path.join(user.folder, '.git/holdfast')),
      'recover writes nothing if no landing was interrupted',
    );
    await assert.rejects(openRepository({ folder: home.at('nowhere'), storage }), { code: 'not-found' });
    await assert.rejects(stat(storage), 'opening writes nothing');
  });

  it('[ENF-RETRY-3] includes a file that changed in the same second in which the index was written', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'aaaa\n');
    await user.commit('first');
    const repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const index = await stat(path.join(user.folder, '.git/index'));
    await user.write('a.ts', 'bbbb\n');
    await utimes(path.join(user.folder, 'a.ts'), index.mtime, index.mtime);
    const base = await repository.createBase();
    assert.equal((await repository.readFile(base.commit, 'a.ts'))?.toString(), 'bbbb\n');
  });

  it('leaves out large untracked files with a note, and fails above the total limit', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('tracked-large.bin', Buffer.alloc(5_000));
    await user.commit('first');
    await user.write('tracked-large.bin', Buffer.alloc(6_000));
    await user.write('large.bin', Buffer.alloc(5_000));
    await user.write('small.ts', 'small\n');
    const options = { folder: user.folder, storage: home.at('storage') };
    const repository = await openRepository({ ...options, limits: { fileBytes: 4_000 } });
    const base = await repository.createBase();
    assert.match(base.notes.join(), /large\.bin was left out/);
    assert.equal(await repository.readFile(base.commit, 'large.bin'), undefined);
    assert.equal((await repository.readFile(base.commit, 'tracked-large.bin'))?.length, 6_000);
    const strict = await openRepository({ ...options, limits: { totalBytes: 4_000 } });
    await assert.rejects(strict.createBase(), { code: 'limit' });
    const few = await openRepository({ ...options, limits: { files: 1 } });
    await assert.rejects(few.createBase(), { code: 'limit' });
  });

  it('[ENF-RETRY-3] moves the results that earlier versions kept, once, and leaves other refs below refs/holdfast', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'a\n');
    await user.commit('first');
    await user.write('a.ts', 'b\n');
    const commit = await user.commit('second');
    await user.git('update-ref', 'refs/holdfast/run-1', commit);
    await user.git('update-ref', 'refs/holdfast/items/42', commit);
    const options = { folder: user.folder, storage: home.at('storage') };
    const listRefs = async () => (await user.git('for-each-ref', '--format=%(refname)', 'refs/holdfast')).split('\n');
    await using repository = await openRepository(options);
    // Reading changes nothing.
    assert.deepEqual(await repository.listKeptResults(), ['run-1']);
    assert.equal((await repository.readKeptResult('run-1'))?.result.commit, commit);
    assert.ok((await listRefs()).includes('refs/holdfast/run-1'));
    for (const repeat of [1, 2]) {
      assert.deepEqual(await repository.recover(), [], String(repeat));
      assert.deepEqual(await listRefs(), ['refs/holdfast/items/42', 'refs/holdfast/results/run-1', '']);
    }
    assert.equal((await repository.readKeptResult('run-1'))?.result.commit, commit);
    await user.git('update-ref', 'refs/holdfast/run-2', commit);
    await repository.deleteKeptResult('run-2');
    await repository.deleteKeptResult('run-1');
    assert.deepEqual(await listRefs(), ['refs/holdfast/items/42', '']);
  });

  it('[ENF-RETRY-3] keeps results with their base under refs/holdfast/results', async () => {
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
      const base = await repository.createBase();
      const attempt = await repository.openWorktree(base);
      await writeFile(path.join(attempt.root, 'b.ts'), 'b\n');
      const result = await attempt.snapshot();
      assert.equal(await repository.keepResult('run-1', result.commit), 'refs/holdfast/results/run-1');
      await repository.keepResult('run-2', result.commit, { base });
      await attempt.dispose();
      if (!plain) {
        // The user's own git can read it without Holdfast's storage.
        assert.equal(await user.git('show', 'refs/holdfast/results/run-1:b.ts'), 'b\n');
        assert.equal(await user.git('show', 'refs/holdfast/results/run-1^:untracked.ts'), 'u\n');
        await user.git('fsck', '--strict');
        options.storage = home.at('another-storage');
      }
      repository = await openRepository(options);
      assert.deepEqual(await repository.listKeptResults(), ['run-1', 'run-2']);
      const kept = await repository.readKeptResult('run-1');
      assert.deepEqual(kept?.result, { commit: result.commit, tree: result.tree });
      assert.equal(kept.base.tree, base.tree);
      const prepared = await repository.prepareLanding({ base: kept.base, result: kept.result });
      assert.deepEqual(prepared.files, ['b.ts']);
      await repository.deleteKeptResult('run-1');
      await repository.deleteKeptResult('run-1');
      assert.equal(await repository.readKeptResult('run-1'), undefined);
      assert.deepEqual(await repository.listKeptResults(), ['run-2']);
      await assert.rejects(repository.keepResult('../../heads/main', result.commit), { code: 'internal' });
    }
  });

  it('[ENF-RETRY-3] reads a kept result while a repository has its objects, and says what is missing afterwards', async () => {
    for (const missing of ['', ':src/b.ts', '^1']) {
      await using home = await temporaryFolder();
      const user = await GitUser.init(home.at('repo'));
      await user.write('a.ts', 'a\n');
      await user.commit('first');
      await user.write('a.ts', 'changed\n');
      await using repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
      const attempt = await repository.openWorktree(await repository.createBase());
      await new GitUser(attempt.root).write('src/b.ts', 'b\n');
      const result = await attempt.snapshot();
      await repository.keepResult('run-1', result.commit);
      await attempt.dispose();
      const object = await user.git('rev-parse', `refs/holdfast/results/run-1${missing}`);
      const [folder, name] = [object.slice(0, 2), object.slice(2).trim()];
      await rm(path.join(user.folder, '.git/objects', folder, name));
      const kept = await repository.readKeptResult('run-1');
      assert.deepEqual(kept?.result, { commit: result.commit, tree: result.tree });
      const [store = ''] = await readdir(home.at('storage'));
      await rm(home.at(`storage/${store}/git/objects/${folder}/${name}`));
      await assert.rejects(repository.readKeptResult('run-1'), (error: HoldfastError) => {
        assert.equal(error.code, 'storage');
        assert.match(error.message, /result of the run run-1: git objects of it are missing/);
        assert.match(error.hint ?? '', /backup.*run the chunk again/);
        return true;
      });
      await repository.deleteKeptResult('run-1');
      assert.deepEqual(await repository.listKeptResults(), []);
    }
  });

  it('reads a file of a commit, and returns undefined if the file is missing', async () => {
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

  it('[ENF-RETRY-6] stops on cancellation and changes nothing', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    for (let number = 0; number < 50; number++) await user.write(`f${number}.ts`, `${number}\n`);
    await user.commit('first');
    await user.write('u.ts', 'u\n');
    const before = await fingerprint(user.folder);
    const repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const signal = AbortSignal.timeout(20);
    await assert.rejects(repository.createBase({ signal }), { code: 'cancelled' });
    await assert.rejects(repository.createBase({ signal: AbortSignal.abort() }), { code: 'cancelled' });
    const base = await repository.createBase();
    await assert.rejects(repository.openWorktree(base, { signal: AbortSignal.abort() }), { code: 'cancelled' });
    assert.deepEqual(
      listDifferences(before, await fingerprint(user.folder, (file) => file.startsWith('.git/holdfast'))),
      [],
    );
  });

  it('works in a partial clone without fetching from the server', async () => {
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
    const base = await repository.createBase();
    const attempt = await repository.openWorktree(base);
    assert.equal(await attempt.tree.readText('here/a.ts'), 'A\n');
    await writeFile(path.join(attempt.root, 'here/new.ts'), 'n\n');
    const result = await attempt.snapshot();
    assert.deepEqual(
      (await attempt.listChanges(base.commit, result.commit)).map((change) => change.path),
      ['here/new.ts'],
    );
    const landed = await (
      await repository.prepareLanding({ base, result })
    ).land({ mode: 'commit', message: 'chunk: x' });
    assert.notEqual(landed.commit, undefined, landed.notes.join());
    assert.equal(await user.git('show', '--name-status', '--format=', 'HEAD'), 'A\there/new.ts\n');
  });

  it('[ENF-RETRY-2] a worktree of a result has the files that it changes outside of the sparse checkout', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('src/a.ts', 'a\n');
    await user.write('config/port.json', '80\n');
    await user.write('config/name.json', '"a"\n');
    await user.commit('first');
    await user.git('sparse-checkout', 'set', '--cone', 'src');
    await using repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const base = await repository.createBase();
    await using attempt = await repository.openWorktree(base);
    assert.equal(await attempt.tree.kindOf('config/port.json'), undefined);
    await mkdir(path.join(attempt.root, 'config'), { recursive: true });
    await writeFile(path.join(attempt.root, 'config/port.json'), '8080\n');
    const result = await attempt.snapshot();
    await using next = await repository.openWorktree(result);
    assert.equal(await next.tree.readText('config/port.json'), '8080\n');
    assert.equal(await next.tree.kindOf('config/name.json'), undefined);
    assert.deepEqual(await next.listChanges(result.commit, (await next.snapshot()).commit), []);
  });

  it('excludes its own storage folder if that is inside the work tree', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'a\n');
    await user.commit('first');
    await using repository = await openRepository({
      folder: user.folder,
      storage: path.join(user.folder, 'own/storage'),
    });
    await repository.createBase();
    const base = await repository.createBase();
    const head = (await repository.readHead()).commit;
    assert.deepEqual(await repository.listChanges(head ?? '', base.commit), []);
  });
});

describe('Process lock', () => {
  it('has one owner at a time and is available after a release', async () => {
    await using home = await temporaryFolder();
    const lock = await tryLock(home.at('deep/lock'));
    assert.notEqual(lock, undefined);
    assert.equal(await tryLock(home.at('deep/lock')), undefined);
    await assert.rejects(acquireLock(home.at('deep/lock'), { action: 'wait', waitMs: 50 }), {
      code: 'limit',
      retryable: true,
    });
    const waiting = acquireLock(home.at('deep/lock'), { action: 'wait', waitMs: 5_000 });
    lock?.release();
    lock?.release();
    (await waiting).release();
    const cancelled = { action: 'wait', waitMs: 5_000, signal: AbortSignal.abort() };
    await assert.rejects(acquireLock(home.at('deep/lock'), cancelled), { code: 'cancelled' });
  });

  it('is available after its process was killed', async () => {
    await using home = await temporaryFolder();
    const module = new URL('../../src/workspace/store/process-lock.ts', import.meta.url).href;
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
    (await acquireLock(home.at('lock'), { action: 'wait', waitMs: 5_000 })).release();
  });
});
