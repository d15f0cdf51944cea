import assert from 'node:assert/strict';
import type { ChunkContext } from '../../src/history/records/chunk-context.ts';
import { describeHistory } from './describe-history.ts';
import { result, start } from './temporary-history.ts';

const context = (name: string): ChunkContext => ({
  availableExports: [{ name, from: '@/types', type: 'type', createdByChunk: 'types', file: 'src/types.ts' }],
  availableFiles: [{ path: 'src/types.ts', exports: [name], createdByChunk: 'types' }],
  changesSoFar: {
    filesCreated: ['src/types.ts'],
    filesModified: [],
    filesDeleted: [],
    filesRenamed: [{ from: 'a.ts', to: 'b.ts' }],
    totalAdditions: 3,
    totalDeletions: 1,
  },
});

describeHistory('the history of chunks', (store) => {
  const { chunk } = start('r1');

  it('have no state before their first run, and a status and review after it', async () => {
    const history = await store.open();
    assert.equal(await history.readChunkState('health-check', 'types'), undefined);
    await history.startRun(start('r1'));
    assert.equal((await history.readChunkState('health-check', 'types'))!.status, 'pending');
    await history.setChunkStatus('health-check', chunk, 'running');
    assert.equal((await history.readChunkState('health-check', 'types'))!.status, 'running');
    await history.setChunkStatus('health-check', chunk, 'completed', 'pass');
    const state = await history.readChunkState('health-check', 'types');
    assert.deepEqual([state!.title, state!.status, state!.review, state!.runId], ['Types', 'completed', 'pass', 'r1']);
    assert.deepEqual([...(await history.readChunkStates('health-check')).keys()], ['types']);
    assert.equal((await history.readChunkStates('other')).size, 0);
  });

  it('keep their previous status if a run ends without a result', async () => {
    const history = await store.open();
    await history.setChunkStatus('health-check', chunk, 'completed', 'pass');
    await history.startRun(start('r2'));
    await history.setChunkStatus('health-check', chunk, 'running');
    await history.finishRun('r2', result('r2', [], { status: 'cancelled' }));
    const state = await history.readChunkState('health-check', 'types');
    assert.deepEqual([state!.status, state!.review], ['completed', 'pass']);
  });

  it('lose their review status if a new status is set without a review', async () => {
    const history = await store.open();
    await history.setChunkStatus('health-check', chunk, 'completed', 'pass');
    await history.setChunkStatus('health-check', chunk, 'failed');
    const state = await history.readChunkState('health-check', 'types');
    assert.deepEqual([state!.status, state!.review], ['failed', undefined]);
  });
});

describeHistory('the contexts of chunks', (store) => {
  it('[ENF-ACC-3] are kept once per chunk, in the order of recording, over a restart', async () => {
    const history = await store.open();
    await history.startRun(start('r1'));
    await history.recordContext('r1', 'health-check', 'types', context('Old'));
    await history.recordContext('r1', 'health-check', 'check', context('check'));
    await history.recordContext('r1', 'health-check', 'types', context('New'));
    await history.recordContext('r1', 'other', 'types', context('Other'));
    await history.close();
    const contexts = await (await store.open()).listContexts('health-check');
    assert.deepEqual(
      contexts.map((one) => [one.chunkId, one.context.availableExports[0]!.name]),
      [
        ['check', 'check'],
        ['types', 'New'],
      ],
    );
    assert.deepEqual(contexts[1]!.context, context('New'));
    assert.equal(
      (await store.sql("select revision from chunk_contexts where chunk_id = 'types'"))[0]!['revision'],
      'abc123',
    );
  });
});
