import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { currentProcess } from '../../src/history/database/process-identity.ts';
import { HoldfastError } from '../../src/shared/errors.ts';
import { attempt, result, start, TemporaryHistory } from './temporary-history.ts';

const WRITER = new URL('writer.ts', import.meta.url).pathname;

describe('History on disk', function () {
  // The tests start processes, which takes long on a busy machine.
  this.timeout(60_000);

  let temporary: TemporaryHistory;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    temporary = await TemporaryHistory.create();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    await temporary[Symbol.asyncDispose]();
  });

  function startWriter(mode: string, name = 'r', count = 0): ChildProcess {
    const child = spawn(process.execPath, [WRITER, temporary.path, mode, name, String(count)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Waits for the end of a process and returns its standard error. */
  async function waitForEnd(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout?.resume();
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errors };
  }

  const isStorageError = (pattern: RegExp) => (thrown: unknown) =>
    thrown instanceof HoldfastError &&
    thrown.code === 'storage' &&
    pattern.test(thrown.message) &&
    (thrown.hint ?? '') !== '';

  describe('creation', () => {
    it('happens only with the create option', async () => {
      const { openHistory } = await import('../../src/history/open-history.ts');
      assert.equal(await openHistory(temporary.path, { create: false }), undefined);
      assert.deepEqual(await readdir(temporary.folder), []);
      const history = await temporary.open({ create: true });
      assert.deepEqual(await history.listRuns(), []);
      await history.close();
      assert.deepEqual(await (await temporary.open({ create: false })).listRuns(), []);
    });

    it('prints no warning', async () => {
      assert.deepEqual(await waitForEnd(startWriter('open')), { code: 0, errors: '' });
    });

    it('happens once if several processes open the history at the same time', async () => {
      const ends = await Promise.all([1, 2, 3].map((name) => waitForEnd(startWriter('attempts', `r${name}`, 1))));
      assert.deepEqual(
        ends,
        Array.from({ length: 3 }, () => ({ code: 0, errors: '' })),
      );
      assert.equal((await (await temporary.open()).listRuns()).length, 3);
    });
  });

  describe('concurrent writers', () => {
    it('[ENF-ACC-3] lose no record of two processes', async () => {
      const [one, other] = await Promise.all([
        waitForEnd(startWriter('attempts', 'r1', 60)),
        waitForEnd(startWriter('attempts', 'r2', 60)),
      ]);
      assert.deepEqual(
        [one, other],
        Array.from({ length: 2 }, () => ({ code: 0, errors: '' })),
      );
      const history = await temporary.open();
      for (const run of ['r1', 'r2']) {
        const numbers = (await history.readRun(run))!.attempts.map((stored) => stored.number);
        assert.deepEqual(
          numbers,
          Array.from({ length: 60 }, (_, index) => index + 1),
        );
      }
    });

    it('do not block each other in one thread', async () => {
      const histories = [await temporary.open(), await temporary.open()];
      await Promise.all(histories.map((history, index) => history.startRun(start(`r${index}`))));
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => histories[index % 2]!.recordAttempt(`r${index % 2}`, attempt(index))),
      );
      assert.deepEqual(
        (await histories[0]!.listRuns()).map((run) => run.attempts),
        [20, 20],
      );
    });
  });

  describe('a killed process', () => {
    for (const after of [1, 9, 33]) {
      it(`[ENF-ACC-3] after ${after} commits leaves the history readable and writable, with every committed record`, async () => {
        const child = startWriter('attempts', 'r1', 100_000);
        let committed = 0;
        for await (const line of createInterface({ input: child.stdout! })) {
          committed = Math.max(committed, Number(line));
          if (committed >= after && !child.killed) child.kill('SIGKILL');
        }
        const history = await temporary.open({ create: false });
        const stored = await history.readRun('r1');
        assert.ok(stored!.attempts.length >= committed, `${stored!.attempts.length} of ${committed}`);
        for (const [index, one] of stored!.attempts.entries()) {
          assert.equal(one.number, index + 1);
          assert.equal(one.diff.length, 20_000);
          assert.equal(one.validation.assertResults.length, 1);
        }
        assert.equal(temporary.sql('select * from pragma_integrity_check')[0]!['integrity_check'], 'ok');
        await history.startRun(start('r2'));
      });
    }

    it('has its runs marked as interrupted and the status of its chunks restored', async () => {
      const history = await temporary.open();
      await history.setChunkStatus('health-check', start('x').chunk, 'completed', 'pass');
      const child = startWriter('run', 'dead');
      await once(child.stdout!, 'data');
      await history.startRun(start('mine', { chunk: { id: 'other', title: 'Other' } }));
      assert.deepEqual(await history.interruptDeadRuns(), [], 'the process is still running');
      await kill(child);
      const messages = await history.interruptDeadRuns();
      assert.deepEqual(messages.length, 1);
      assert.match(messages[0]!, /"Types".*interrupted/);
      const statuses = new Map((await history.listRuns()).map((run) => [run.runId, run.status]));
      assert.deepEqual(Object.fromEntries(statuses), { dead: 'interrupted', mine: 'running' });
      assert.match((await history.readRun('dead'))!.reason!, /process/);
      assert.equal((await history.readRun('dead'))!.error?.code, 'process');
      const state = await history.readChunkState('health-check', 'types');
      assert.deepEqual([state!.status, state!.review], ['completed', 'pass']);
      assert.deepEqual(await history.interruptDeadRuns(), []);
    });

    it('is distinguished from another process with the same id', async function () {
      if (currentProcess().token === '') this.skip();
      const before = await temporary.open({ process: { ...currentProcess(), token: 'an earlier boot' } });
      await before.startRun(start('earlier'));
      const history = await temporary.open();
      await history.startRun(start('now'));
      assert.equal((await history.interruptDeadRuns()).length, 1);
      const running = (await history.listRuns()).filter((run) => run.status === 'running');
      assert.deepEqual(
        running.map((run) => run.runId),
        ['now'],
      );
    });

    it('is not assumed on another host', async () => {
      const elsewhere = await temporary.open({ process: { host: 'elsewhere', pid: 999_999_999, token: '' } });
      await elsewhere.startRun(start('r1'));
      assert.deepEqual(await elsewhere.interruptDeadRuns(), []);
    });
  });

  describe('an unusable database', () => {
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

    it('is rejected and not changed if a newer version wrote it', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.close();
      temporary.sql("insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01T00:00:00Z')");
      await assert.rejects(temporary.open(), isStorageError(/newer version of Holdfast \(9999-future\)/));
      assert.equal(temporary.sql('select run_id from runs').length, 1);
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
  });

  describe('migration', () => {
    it('migrates an empty file, which a kill right after its creation leaves', async () => {
      await mkdir(dirname(temporary.path), { recursive: true });
      await writeFile(temporary.path, '');
      const history = await temporary.open({ create: false });
      await history.startRun(start('r1'));
      assert.equal((await history.listRuns()).length, 1);
    });

    it('is atomic', async () => {
      const history = await temporary.open();
      await history.close();
      temporary.sql('delete from kysely_migration');
      // Some tables already exist, so the migration fails in the middle.
      await assert.rejects(temporary.open(), isStorageError(/already exists/));
      assert.equal(temporary.sql('select * from kysely_migration').length, 0);
    });

    it('creates the tables that the source documents name', async () => {
      await temporary.open();
      const names = temporary.sql("select name from sqlite_master where type = 'table'").map((row) => row['name']);
      for (const name of ['chunk_contexts', 'chunk_validations', 'amendment_proposals'])
        assert.ok(names.includes(name), name);
    });
  });

  describe('damaged records', () => {
    it('are reported and left out of lists without hiding other records', async () => {
      const messages: string[] = [];
      const history = await temporary.open({ onUnreadable: (message) => messages.push(message) });
      await history.startRun(start('r1'));
      const changesSoFar = { filesCreated: [], filesModified: [], totalAdditions: 0, totalDeletions: 0 };
      const context = JSON.stringify({ availableExports: [], availableFiles: [], changesSoFar });
      const insert = (chunk: string, json: string): readonly unknown[] =>
        temporary.sql(
          `insert into chunk_contexts (spec_id, chunk_id, context, created_at) values ('s', '${chunk}', '${json}', 'now')`,
        );
      insert('good', context);
      insert('cut', context.slice(0, 20));
      insert('other-shape', '{"availableExports": 3}');
      assert.deepEqual(
        (await history.listContexts('s')).map((one) => one.chunkId),
        ['good'],
      );
      assert.equal(messages.length, 2);
      assert.match(messages[0]!, /Failed to read the context of chunk cut/);
    });

    it('cause an error that names them when the run is read, and do not affect the list of runs', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.finishRun('r1', result('r1', [attempt(1)]));
      temporary.sql("update chunk_validations set result = '{'");
      await assert.rejects(history.readRun('r1'), isStorageError(/attempt 1 of run r1/));
      temporary.sql("update chunk_validations set result = '{}'");
      await assert.rejects(history.readRun('r1'), isStorageError(/attempt 1 of run r1/));
      assert.equal((await history.listRuns()).length, 1);
    });
  });
});
