import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { currentProcess } from '../../src/history/process-identity.ts';
import { HoldfastError } from '../../src/shared/errors.ts';
import { attempt, result, start, TemporaryHistory } from './temporary-history.ts';

const WRITER = new URL('writer.ts', import.meta.url).pathname;

describe('history on disk', function () {
  // Processes are started, and a machine may be busy.
  this.timeout(60_000);

  let temporary: TemporaryHistory;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    temporary = await TemporaryHistory.make();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await killed(child);
    await temporary[Symbol.asyncDispose]();
  });

  function writer(mode: string, name = 'r', count = 0): ChildProcess {
    const child = spawn(process.execPath, [WRITER, temporary.path, mode, name, String(count)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  }

  async function killed(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Waits for the end of a process and gives back what it wrote to standard error. */
  async function ended(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout?.resume();
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errors };
  }

  const refused = (pattern: RegExp) => (thrown: unknown) =>
    thrown instanceof HoldfastError &&
    thrown.code === 'storage' &&
    pattern.test(thrown.message) &&
    (thrown.hint ?? '') !== '';

  describe('creation', () => {
    it('is made by whoever is to create it, and by nobody who only looks', async () => {
      const { openHistory } = await import('../../src/history/open-history.ts');
      assert.equal(await openHistory(temporary.path, { create: false }), undefined);
      assert.deepEqual(await readdir(temporary.folder), []);
      const history = await temporary.open({ create: true });
      assert.deepEqual(await history.listRuns(), []);
      await history.close();
      assert.deepEqual(await (await temporary.open({ create: false })).listRuns(), []);
    });

    it('prints no warning', async () => {
      assert.deepEqual(await ended(writer('open')), { code: 0, errors: '' });
    });

    it('is made once where several processes come first at the same time', async () => {
      const ends = await Promise.all([1, 2, 3].map((name) => ended(writer('attempts', `r${name}`, 1))));
      assert.deepEqual(
        ends,
        Array.from({ length: 3 }, () => ({ code: 0, errors: '' })),
      );
      assert.equal((await (await temporary.open()).listRuns()).length, 3);
    });
  });

  describe('several writers', () => {
    it('[ENF-ACC-3] loses nothing of two processes that write at once', async () => {
      const [one, other] = await Promise.all([
        ended(writer('attempts', 'r1', 60)),
        ended(writer('attempts', 'r2', 60)),
      ]);
      assert.deepEqual(
        [one, other],
        Array.from({ length: 2 }, () => ({ code: 0, errors: '' })),
      );
      const history = await temporary.open();
      for (const run of ['r1', 'r2']) {
        const numbers = (await history.storedRun(run))!.attempts.map((stored) => stored.number);
        assert.deepEqual(
          numbers,
          Array.from({ length: 60 }, (_, index) => index + 1),
        );
      }
    });

    it('does not block itself through a second connection of the same thread', async () => {
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

  describe('a kill', () => {
    for (const after of [1, 9, 33]) {
      it(`[ENF-ACC-3] after ${after} commits leaves the history readable, with all that was committed, and writable`, async () => {
        const child = writer('attempts', 'r1', 100_000);
        let committed = 0;
        for await (const line of createInterface({ input: child.stdout! })) {
          committed = Math.max(committed, Number(line));
          if (committed >= after && !child.killed) child.kill('SIGKILL');
        }
        const history = await temporary.open({ create: false });
        const stored = await history.storedRun('r1');
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

    it('marks the runs of dead processes as interrupted and gives their chunks the status back', async () => {
      const history = await temporary.open();
      await history.setChunkStatus('health-check', start('x').chunk, 'completed', 'pass');
      const child = writer('run', 'dead');
      await once(child.stdout!, 'data');
      await history.startRun(start('mine', { chunk: { id: 'other', title: 'Other' } }));
      assert.deepEqual(await history.interruptDeadRuns(), [], 'it lives');
      await killed(child);
      const found = await history.interruptDeadRuns();
      assert.deepEqual(found.length, 1);
      assert.match(found[0]!, /"Types".*interrupted/);
      const statuses = new Map((await history.listRuns()).map((run) => [run.runId, run.status]));
      assert.deepEqual(Object.fromEntries(statuses), { dead: 'interrupted', mine: 'running' });
      assert.match((await history.storedRun('dead'))!.reason!, /process/);
      assert.equal((await history.storedRun('dead'))!.error?.code, 'process');
      const state = await history.chunkState('health-check', 'types');
      assert.deepEqual([state!.status, state!.review], ['completed', 'pass']);
      assert.deepEqual(await history.interruptDeadRuns(), []);
    });

    it('knows a process from another one that has its id now', async function () {
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

    it('does not judge processes of other hosts', async () => {
      const elsewhere = await temporary.open({ process: { host: 'elsewhere', pid: 999_999_999, token: '' } });
      await elsewhere.startRun(start('r1'));
      assert.deepEqual(await elsewhere.interruptDeadRuns(), []);
    });
  });

  describe('a database that cannot be used', () => {
    it('is refused with what to do, and left as it is, where it is not a database', async () => {
      await mkdir(dirname(temporary.path), { recursive: true });
      const garbage = 'this is not a database, and it is long enough to be looked at. '.repeat(50);
      await writeFile(temporary.path, garbage);
      for (const create of [true, false]) {
        await assert.rejects(
          temporary.open({ create }),
          refused(/Failed to open the history ".*history\.db": the file is damaged/),
        );
      }
      assert.equal(await readFile(temporary.path, 'utf8'), garbage);
      assert.deepEqual(await readdir(dirname(temporary.path)), ['history.db']);
    });

    it('is refused with what to do, and left as it is, where its pages are damaged', async () => {
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
          await again.storedRun('r1');
        },
        refused(/Failed to \w+ .*history.*damaged/),
      );
      const after = await readFile(temporary.path);
      assert.ok(after.subarray(4096).equals(damaged.subarray(4096)), 'nothing was mended or deleted');
    });

    it('is refused where a newer version wrote it, and left as it is', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.close();
      temporary.sql("insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01T00:00:00Z')");
      await assert.rejects(temporary.open(), refused(/newer version of Holdfast \(9999-future\)/));
      assert.equal(temporary.sql('select run_id from runs').length, 1);
    });

    it('is refused where a folder stands in its place', async () => {
      await mkdir(temporary.path, { recursive: true });
      await assert.rejects(temporary.open(), refused(/cannot be opened/));
    });

    it('says that it is locked where another process never lets go', async () => {
      const history = await temporary.open({ patienceMs: 200 });
      const { DatabaseSync } = await import('node:sqlite');
      const other = new DatabaseSync(temporary.path);
      try {
        other.exec('begin immediate');
        await assert.rejects(history.startRun(start('r1')), refused(/another process keeps it locked/));
        assert.deepEqual(await history.listRuns(), [], 'reading goes on');
        other.exec('rollback');
        await history.startRun(start('r1'));
      } finally {
        other.close();
      }
    });
  });

  describe('migration', () => {
    it('brings an empty file up to date, as a kill right after its creation leaves it', async () => {
      await mkdir(dirname(temporary.path), { recursive: true });
      await writeFile(temporary.path, '');
      const history = await temporary.open({ create: false });
      await history.startRun(start('r1'));
      assert.equal((await history.listRuns()).length, 1);
    });

    it('is all or nothing', async () => {
      const history = await temporary.open();
      await history.close();
      temporary.sql('delete from kysely_migration');
      // The tables stand already, so the migration fails in its middle.
      await assert.rejects(temporary.open(), refused(/already exists/));
      assert.equal(temporary.sql('select * from kysely_migration').length, 0);
    });

    it('keeps the tables that the source documents name', async () => {
      await temporary.open();
      const names = temporary.sql("select name from sqlite_master where type = 'table'").map((row) => row['name']);
      for (const name of ['chunk_contexts', 'chunk_validations', 'amendment_proposals'])
        assert.ok(names.includes(name), name);
    });
  });

  describe('damaged records', () => {
    it('are told of and left out of lists, and do not hide the others', async () => {
      const told: string[] = [];
      const history = await temporary.open({ onUnreadable: (message) => told.push(message) });
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
        (await history.contextsOf('s')).map((one) => one.chunkId),
        ['good'],
      );
      assert.equal(told.length, 2);
      assert.match(told[0]!, /Failed to read the context of chunk cut/);
    });

    it('are an error that names them where one run is asked for, and leave the list of runs whole', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.finishRun('r1', result('r1', [attempt(1)]));
      temporary.sql("update chunk_validations set result = '{'");
      await assert.rejects(history.storedRun('r1'), refused(/attempt 1 of run r1/));
      temporary.sql("update chunk_validations set result = '{}'");
      await assert.rejects(history.storedRun('r1'), refused(/attempt 1 of run r1/));
      assert.equal((await history.listRuns()).length, 1);
    });
  });
});
