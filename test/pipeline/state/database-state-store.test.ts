import assert from 'node:assert/strict';
import { openHistory } from '../../../src/history/open-history.ts';
import { openPipelineDatabase } from '../../../src/pipeline/database/pipeline-database.ts';
import { DatabaseStateStore } from '../../../src/pipeline/state/database-state-store.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';
import { describeStateStore } from './state-suite.ts';

describeStateStore('The state store in the database', async () => {
  const folder = await temporaryFolder();
  const path = folder.at('holdfast', 'history.db');
  const database = await openPipelineDatabase(path);
  return {
    store: new DatabaseStateStore(database),
    writer: () => Promise.resolve(['database', path]),
    async [Symbol.asyncDispose]() {
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
});

describe('The database of the pipeline', () => {
  it('is the file of the history, in either order of opening', async () => {
    for (const isHistoryFirst of [true, false]) {
      await using folder = await temporaryFolder();
      const path = folder.at('history.db');
      const open = [
        async () => (await openHistory(path, { create: true }))?.close(),
        async () => (await openPipelineDatabase(path)).close(),
      ];
      for (const each of isHistoryFirst ? open : open.reverse()) await each();
      const database = await openPipelineDatabase(path);
      const history = await openHistory(path, { create: false });
      assert.deepEqual(await history?.listRuns(), []);
      assert.deepEqual(await new DatabaseStateStore(database).list(new AbortController().signal), []);
      await history?.close();
      await database.close();
    }
  });
});
