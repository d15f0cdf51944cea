import assert from 'node:assert/strict';
import { describeHistory } from './describe-history.ts';
import { isStorageError } from './storage-errors.ts';
import { attempt, result, start } from './temporary-history.ts';

describeHistory('the tables of a history', (store) => {
  it('are rejected and not changed if a newer version wrote it', async () => {
    const history = await store.open();
    await history.startRun(start('r1'));
    await history.close();
    await store.sql("insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01T00:00:00Z')");
    await assert.rejects(store.open(), isStorageError(/newer version of Holdfast \(9999-future\)/));
    assert.equal((await store.sql('select run_id from runs')).length, 1);
  });

  it('are migrated atomically', async () => {
    const history = await store.open();
    await history.close();
    await store.sql('delete from kysely_migration');
    // Some tables already exist, so the migration fails in the middle.
    await assert.rejects(store.open(), isStorageError(/already exists/));
    assert.equal((await store.sql('select * from kysely_migration')).length, 0);
  });

  it('include those that the source documents name', async () => {
    await store.open();
    const names = await store.tables();
    for (const name of ['chunk_contexts', 'chunk_validations', 'amendment_proposals'])
      assert.ok(names.includes(name), name);
  });

  describe('damaged records', () => {
    it('are reported and left out of lists without hiding other records', async () => {
      const messages: string[] = [];
      const history = await store.open({ onUnreadable: (message) => messages.push(message) });
      await history.startRun(start('r1'));
      const changesSoFar = { filesCreated: [], filesModified: [], totalAdditions: 0, totalDeletions: 0 };
      const context = JSON.stringify({ availableExports: [], availableFiles: [], changesSoFar });
      const insert = (chunk: string, json: string): Promise<readonly unknown[]> =>
        store.sql(
          `insert into chunk_contexts (spec_id, chunk_id, context, created_at) values ('s', '${chunk}', '${json}', 'now')`,
        );
      await insert('good', context);
      await insert('cut', context.slice(0, 20));
      await insert('other-shape', '{"availableExports": 3}');
      assert.deepEqual(
        (await history.listContexts('s')).map((one) => one.chunkId),
        ['good'],
      );
      assert.equal(messages.length, 2);
      assert.match(messages[0]!, /Failed to read the context of chunk cut/);
    });

    it('cause an error that names them when the run is read, and do not affect the list of runs', async () => {
      const history = await store.open();
      await history.startRun(start('r1'));
      await history.finishRun('r1', result('r1', [attempt(1)]));
      await store.sql("update chunk_validations set result = '{'");
      await assert.rejects(history.readRun('r1'), isStorageError(/attempt 1 of run r1/));
      await store.sql("update chunk_validations set result = '{}'");
      await assert.rejects(history.readRun('r1'), isStorageError(/attempt 1 of run r1/));
      assert.equal((await history.listRuns()).length, 1);
    });
  });
});
