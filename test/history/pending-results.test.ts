import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { clock } from './clock.ts';
import { describeHistory } from './describe-history.ts';
import { start } from './temporary-history.ts';

describeHistory('pending results', (store) => {
  const review = {
    runId: 'r1',
    specId: 'health-check',
    contract: 'health.contract.yaml',
    chunks: [{ id: 'types', title: 'Types' }],
    payload: { base: 'b', result: 'r', nested: [1, null, true] },
  };

  for (const [resolution, status] of [
    ['accepted', 'pass'],
    ['discarded', 'fail'],
  ] as const) {
    it(`[ENF-GATE-2] are pending until they are ${resolution}, over a restart, and then ${status}`, async () => {
      const history = await store.open();
      await history.startRun(start('r1'));
      await history.savePendingResult(review);
      await history.close();
      const again = await store.open();
      const [waiting, ...more] = await again.listPendingResults();
      assert.deepEqual(more, []);
      assert.deepEqual({ ...waiting!, createdAt: '' }, { ...review, createdAt: '' });
      assert.equal((await again.readChunkState('health-check', 'types'))!.review, 'pending');
      assert.equal(await again.resolvePendingResult('r1', resolution), true);
      assert.equal(await again.readResolution('r1'), resolution);
      assert.deepEqual(await again.listPendingResults(), []);
      const state = await again.readChunkState('health-check', 'types');
      assert.deepEqual([state!.status, state!.review], ['completed', status]);
    });
  }

  it('are hidden while a run adds results, and listed when the run or its process has ended', async () => {
    const history = await store.open();
    await history.savePendingResult(review, { claim: true });
    assert.deepEqual(await history.listPendingResults(), []);
    await history.savePendingResult({ ...review, runId: 'r2' }, { replaces: 'r1', claim: true });
    await history.releasePendingResult('r2');
    const ids = async (): Promise<string[]> => (await history.listPendingResults()).map(({ runId }) => runId);
    assert.deepEqual(await ids(), ['r2']);

    await history.savePendingResult({ ...review, runId: 'r3' }, { replaces: 'r2', claim: true });
    assert.deepEqual(await ids(), []);
    const ended = { host: hostname(), pid: 2 ** 30, token: '' };
    await store.sql(`update pending_reviews set holder = '${JSON.stringify(ended)}'`);
    assert.deepEqual(await ids(), ['r3']);
  });

  it('can be claimed once, and not after they are resolved', async () => {
    const history = await store.open();
    await history.savePendingResult(review);
    assert.equal(await history.claimPendingResult('r1'), true);
    assert.deepEqual(await history.listPendingResults(), []);
    assert.equal(await history.claimPendingResult('r1'), false);
    await history.releasePendingResult('r1');
    await history.resolvePendingResult('r1', 'discarded');
    assert.equal(await history.claimPendingResult('r1'), false);
  });

  it('are left out if their owner record is damaged, without hiding others', async () => {
    const messages: string[] = [];
    const history = await store.open({ onUnreadable: (message) => messages.push(message) });
    await history.savePendingResult(review);
    await history.savePendingResult({ ...review, runId: 'r2' });
    await store.sql(`update pending_reviews set holder = '{' where run_id = 'r1'`);
    assert.deepEqual(
      (await history.listPendingResults()).map(({ runId }) => runId),
      ['r2'],
    );
    assert.match(messages.join(), /pending review of run r1/);
  });

  it('are listed again if the other host adds no result for two hours', async () => {
    let time = Date.UTC(2026, 10, 22, 10);
    const history = await store.open({ now: () => new Date(time) });
    await history.savePendingResult(review, { claim: true });
    const [{ holder } = {}] = await store.sql('select holder from pending_reviews');
    const elsewhere = { ...(JSON.parse(String(holder)) as object), host: 'gone.invalid' };
    await store.sql(`update pending_reviews set holder = '${JSON.stringify(elsewhere)}'`);
    time += 60 * 60 * 1000;
    assert.equal((await history.listPendingResults()).length, 0);
    time += 2 * 60 * 60 * 1000;
    assert.equal((await history.listPendingResults()).length, 1);
    assert.equal(await history.claimPendingResult('r1'), true);
    assert.equal((await history.listPendingResults()).length, 0, 'the claim starts at this time');
  });

  it('are resolved only once', async () => {
    const one = await store.open();
    const other = await store.open();
    await one.savePendingResult(review);
    assert.deepEqual(
      await Promise.all([
        one.resolvePendingResult('r1', 'accepted'),
        other.resolvePendingResult('r1', 'discarded'),
      ]).then((answers) => answers.sort()),
      [false, true],
    );
    assert.equal(await one.resolvePendingResult('unknown', 'accepted'), false);
  });

  it('are listed only in their own folder', async () => {
    const one = await store.open({ folder: '/home/one' });
    const other = await store.open({ folder: '/home/other' });
    const neither = await store.open();
    await one.savePendingResult(review);
    assert.equal((await one.listPendingResults()).length, 1);
    assert.equal((await other.listPendingResults()).length, 0);
    assert.equal((await neither.listPendingResults()).length, 1);
  });

  const newer = { specId: 'health-check', chunkIds: ['types'], outcome: 'passed' } as const;
  const both = [
    { id: 'types', title: 'Types' },
    { id: 'check', title: 'Check' },
  ];

  it('[EDIT-7] are superseded by a newer result of all their chunks, and not by a part of it or by another specification', async () => {
    const history = await store.open({ now: clock() });
    const ids = async (): Promise<string[]> => (await history.listPendingResults()).map(({ runId }) => runId);
    await history.savePendingResult(review);
    await history.savePendingResult({ ...review, runId: 'r2', chunks: both });
    await history.savePendingResult({ ...review, runId: 'other', specId: 'other' });
    await history.savePendingResult({ ...review, runId: 'r3' });
    assert.deepEqual(await history.supersedeEarlier({ ...newer, runId: 'r3' }), ['r1']);
    assert.deepEqual(new Set(await ids()), new Set(['other', 'r2', 'r3']));
    assert.equal(await history.readResolution('r1'), 'superseded');
    assert.equal(await history.resolvePendingResult('r1', 'accepted'), false, 'a superseded result no longer lands');

    // The other chunk of r2 passes in a separate run.
    await history.startRun({ ...start('r4'), chunk: { id: 'types', title: 'Types' } });
    await history.finishRun('r4', { ...passed, chunk: 'types', runId: 'r4' });
    assert.deepEqual(await history.supersedeEarlier({ ...newer, chunkIds: ['check'], runId: 'r5' }), ['r2']);
  });

  it('[EDIT-7] stay if the newer run failed or stopped at a gate, or if another run still adds to them', async () => {
    const history = await store.open();
    await history.savePendingResult(review);
    for (const outcome of ['failed', 'stopped'] as const)
      assert.deepEqual(await history.supersedeEarlier({ ...newer, outcome, runId: 'r2' }), []);
    await history.claimPendingResult('r1');
    assert.deepEqual(await history.supersedeEarlier({ ...newer, runId: 'r2' }), []);
    await history.releasePendingResult('r1');
    assert.deepEqual(
      (await history.listPendingResults()).map(({ runId }) => runId),
      ['r1'],
    );
  });
});

const passed = { status: 'pass', attempts: [], gates: [], warnings: [] } as const;
