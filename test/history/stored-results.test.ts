import assert from 'node:assert/strict';
import type { NewChunkRecord } from '../../src/history/records/chunk-records.ts';
import { clock } from './clock.ts';
import { describeHistory } from './describe-history.ts';

describeHistory('the results that a history stores', (store) => {
  it('include the verdict of a model by the hash of its input, and the latest one replaces the earlier', async () => {
    const history = await store.open();
    const verdict = {
      verdict: 'fail',
      rationale: 'r\u0000',
      confidence: 0.25,
      evidence: ['a'],
      costUsd: null,
    } as const;
    assert.equal(await history.readVerdict('k'), undefined);
    await history.saveVerdict('k', verdict);
    assert.deepEqual(await history.readVerdict('k'), verdict);
    const places = [{ file: 'a.ts', line: 3, text: 'x' }];
    await history.saveVerdict('k', { ...verdict, verdict: 'pass', costUsd: 1e-7, places });
    assert.deepEqual(await history.readVerdict('k'), { ...verdict, verdict: 'pass', costUsd: 1e-7, places });
  });

  it('include compilations of plans, newest first, with a limit', async () => {
    const history = await store.open({ now: clock() });
    const compilation = {
      specification: 'spec.md',
      specificationHash: 'h',
      model: 'x:y',
      status: 'invalid',
      tries: [{ number: 1, stage: 'rules', errors: ['A chunk is missing.'] }],
    } as const;
    for (const id of ['c1', 'c2', 'c3']) await history.recordCompilation({ ...compilation, id });
    const [latest, ...more] = await history.listCompilations(2);
    assert.deepEqual({ ...latest, createdAt: '' }, { ...compilation, id: 'c3', createdAt: '' });
    assert.deepEqual(
      more.map(({ id }) => id),
      ['c2'],
    );
  });

  it('include landings until they are undone, oldest first', async () => {
    const history = await store.open();
    const landing = (chunkId: string, more: Partial<NewChunkRecord> = {}): NewChunkRecord => ({
      specId: 's',
      chunkId,
      fingerprint: `fingerprint of ${chunkId}`,
      runId: `run of ${chunkId}`,
      prefix: '',
      commit: 'c',
      revision: undefined,
      files: [{ path: 'a.ts', before: null, after: 'hash' }],
      ...more,
    });
    for (const record of [landing('b'), landing('a'), landing('c', { prefix: 'packages/x/' })]) {
      await history.recordLanding(record);
    }
    const [first, second, ...more] = await history.listLandings({ prefix: '' });
    assert.deepEqual(more, []);
    assert.deepEqual({ ...first, id: 0 }, { ...landing('b'), id: 0 });
    assert.deepEqual(
      (await history.listLandings({ prefix: '', after: first!.id })).map(({ id }) => id),
      [second!.id],
    );
    const chunk = { specId: 's', chunkId: 'a', fingerprint: 'fingerprint of a' };
    assert.equal((await history.listLandings({ prefix: '', chunk })).length, 1);
    await history.undoLandings('run of a');
    assert.deepEqual(await history.listLandings({ prefix: '', chunk }), []);
    assert.equal((await history.listLandings({ prefix: '', specId: 's' })).length, 1);
  });
});
