import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { moveDamagedHistory } from '../../src/history/move-damaged-history.ts';
import { openHistory } from '../../src/history/open-history.ts';
import { isStorageError } from './storage-errors.ts';
import { attempt, start, TemporaryHistory } from './temporary-history.ts';
import { Writers } from './writers.ts';

describe('the file of a history', function () {
  // A test starts a process, which takes long on a busy machine.
  this.timeout(60_000);

  let temporary: TemporaryHistory;
  const writers = new Writers();
  beforeEach(async () => {
    temporary = await TemporaryHistory.create();
  });
  afterEach(async () => {
    await writers[Symbol.asyncDispose]();
    await temporary[Symbol.asyncDispose]();
  });

  it('is created only with the create option', async () => {
    assert.equal(await openHistory(temporary.path, { create: false }), undefined);
    assert.deepEqual(await readdir(temporary.folder), []);
  });

  it('is rejected with a hint and not changed if it is not a database', async () => {
    await mkdir(dirname(temporary.path), { recursive: true });
    const garbage = 'this is not a database, and it is long enough to be looked at. '.repeat(50);
    await writeFile(temporary.path, garbage);
    for (const create of [true, false]) {
      await assert.rejects(
        temporary.open({ create }),
        isStorageError(/Failed to open the history ".*history\.db": the file is damaged/),
      );
    }
    assert.equal(await readFile(temporary.path, 'utf8'), garbage);
    assert.deepEqual(await readdir(dirname(temporary.path)), ['history.db']);
  });

  it('is rejected with a hint and not changed if its pages are damaged', async () => {
    const history = await temporary.open();
    await history.startRun(start('r1'));
    for (let number = 0; number < 20; number++) {
      await history.recordAttempt('r1', attempt(number, { diff: 'x'.repeat(10_000) }));
    }
    await history.close();
    const { size } = await stat(temporary.path);
    const file = openSync(temporary.path, 'r+');
    writeSync(file, Buffer.alloc(size - 8192, 0xa5), 0, undefined, 4096);
    closeSync(file);
    const damaged = await readFile(temporary.path);
    await assert.rejects(
      async () => {
        const again = await temporary.open();
        await again.readRun('r1');
      },
      isStorageError(/Failed to \w+ .*history.*damaged/),
    );
    const after = await readFile(temporary.path);
    assert.ok(after.subarray(4096).equals(damaged.subarray(4096)), 'nothing was repaired or deleted');
  });

  it('[TRUST-5] is moved to a folder next to it if it is damaged, and only then', async () => {
    const now = new Date('2026-01-02T03:04:05.678Z');
    assert.equal(await moveDamagedHistory(temporary.path, now), undefined, 'there is none');
    await (await temporary.open()).close();
    assert.equal(await moveDamagedHistory(temporary.path, now), undefined, 'it is sound');
    const sound = await readFile(temporary.path);
    const halfOverwritten = Buffer.concat([sound.subarray(0, 4096), Buffer.alloc(sound.length - 4096, 0xa5)]);
    for (const [index, damaged] of [Buffer.from('garbage'.repeat(1_000)), halfOverwritten].entries()) {
      await writeFile(temporary.path, damaged);
      await writeFile(`${temporary.path}-wal`, 'log');
      const folder = await moveDamagedHistory(temporary.path, new Date(now.getTime() + index));
      assert.equal(folder, join(dirname(temporary.path), `damaged-2026-01-02T03-04-05-${678 + index}Z`));
      assert.deepEqual(await readFile(join(folder, 'history.db')), damaged);
      assert.ok((await readdir(folder)).includes('history.db-wal'));
      const history = await temporary.open();
      assert.deepEqual(await history.listRuns(), []);
      await history.close();
    }
  });

  it('is rejected if its path is a folder', async () => {
    await mkdir(temporary.path, { recursive: true });
    await assert.rejects(temporary.open(), isStorageError(/cannot be opened/));
  });

  it('is reported as locked if another process keeps the lock', async () => {
    const history = await temporary.open({ busyTimeoutMs: 200 });
    const { DatabaseSync } = await import('node:sqlite');
    const other = new DatabaseSync(temporary.path);
    try {
      other.exec('begin immediate');
      await assert.rejects(history.startRun(start('r1')), isStorageError(/another process has locked it/));
      assert.deepEqual(await history.listRuns(), [], 'reads are not blocked');
      other.exec('rollback');
      await history.startRun(start('r1'));
    } finally {
      other.close();
    }
  });

  it('is migrated if it is an empty file, which a kill right after its creation leaves', async () => {
    await mkdir(dirname(temporary.path), { recursive: true });
    await writeFile(temporary.path, '');
    const history = await temporary.open({ create: false });
    await history.startRun(start('r1'));
    assert.equal((await history.listRuns()).length, 1);
  });

  it('[ENF-ACC-3] has consistent pages after its writer was killed', async () => {
    const child = writers.start(temporary.address, 'attempts', 'r1', 100_000);
    let committed = 0;
    for await (const line of createInterface({ input: child.stdout! })) {
      committed = Math.max(committed, Number(line));
      if (committed >= 9 && !child.killed) child.kill('SIGKILL');
    }
    const [row] = await temporary.sql('select * from pragma_integrity_check');
    assert.equal(row!['integrity_check'], 'ok');
  });
});
