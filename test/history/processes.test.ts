import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { currentProcess } from '../../src/history/database/process-identity.ts';
import { describeHistory } from './describe-history.ts';
import { openAt } from './history-store.ts';
import { attempt, start } from './temporary-history.ts';
import { Writers } from './writers.ts';

describeHistory('a history that several processes use', (store) => {
  const writers = new Writers();
  afterEach(() => writers[Symbol.asyncDispose]());

  describe('creation', () => {
    it('happens only with the create option', async () => {
      assert.equal(await openAt(store.address, { create: false }), undefined);
      const history = await store.open({ create: true });
      assert.deepEqual(await history.listRuns(), []);
      await history.close();
      assert.deepEqual(await (await store.open({ create: false })).listRuns(), []);
    });

    it('prints no warning', async () => {
      assert.deepEqual(await writers.waitForEnd(writers.start(store.address, 'open')), { code: 0, errors: '' });
    });

    it('happens once if several processes open the history at the same time', async () => {
      const ends = await Promise.all(
        [1, 2, 3].map((name) => writers.waitForEnd(writers.start(store.address, 'attempts', `r${name}`, 1))),
      );
      assert.deepEqual(
        ends,
        Array.from({ length: 3 }, () => ({ code: 0, errors: '' })),
      );
      assert.equal((await (await store.open()).listRuns()).length, 3);
    });
  });

  describe('concurrent writers', () => {
    it('[ENF-ACC-3] lose no record of two processes', async () => {
      const [one, other] = await Promise.all([
        writers.waitForEnd(writers.start(store.address, 'attempts', 'r1', 60)),
        writers.waitForEnd(writers.start(store.address, 'attempts', 'r2', 60)),
      ]);
      assert.deepEqual(
        [one, other],
        Array.from({ length: 2 }, () => ({ code: 0, errors: '' })),
      );
      const history = await store.open();
      for (const run of ['r1', 'r2']) {
        const numbers = (await history.readRun(run))!.attempts.map((stored) => stored.number);
        assert.deepEqual(
          numbers,
          Array.from({ length: 60 }, (_, index) => index + 1),
        );
      }
    });

    it('do not block each other in one thread', async () => {
      const histories = [await store.open(), await store.open()];
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
        const child = writers.start(store.address, 'attempts', 'r1', 100_000);
        let committed = 0;
        for await (const line of createInterface({ input: child.stdout! })) {
          committed = Math.max(committed, Number(line));
          if (committed >= after && !child.killed) child.kill('SIGKILL');
        }
        const history = await store.open({ create: false });
        const stored = await history.readRun('r1');
        assert.ok(stored!.attempts.length >= committed, `${stored!.attempts.length} of ${committed}`);
        for (const [index, one] of stored!.attempts.entries()) {
          assert.equal(one.number, index + 1);
          assert.equal(one.diff.length, 20_000);
          assert.equal(one.validation.assertResults.length, 1);
        }
        await history.startRun(start('r2'));
      });
    }

    it('has its runs marked as interrupted and the status of its chunks restored', async () => {
      const history = await store.open();
      await history.setChunkStatus('health-check', start('x').chunk, 'completed', 'pass');
      const child = writers.start(store.address, 'run', 'dead');
      await once(child.stdout!, 'data');
      await history.startRun(start('mine', { chunk: { id: 'other', title: 'Other' } }));
      assert.deepEqual(await history.interruptDeadRuns(), [], 'the process is still running');
      await writers.kill(child);
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
      const before = await store.open({ process: { ...currentProcess(), token: 'an earlier boot' } });
      await before.startRun(start('earlier'));
      const history = await store.open();
      await history.startRun(start('now'));
      assert.equal((await history.interruptDeadRuns()).length, 1);
      const running = (await history.listRuns()).filter((run) => run.status === 'running');
      assert.deepEqual(
        running.map((run) => run.runId),
        ['now'],
      );
    });

    it('is not assumed on another host', async () => {
      const elsewhere = await store.open({ process: { host: 'elsewhere', pid: 999_999_999, token: '' } });
      await elsewhere.startRun(start('r1'));
      assert.deepEqual(await elsewhere.interruptDeadRuns(), []);
    });
  });
});
