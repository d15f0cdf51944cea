import assert from 'node:assert/strict';
import { openPipelineDatabase } from '../../../src/pipeline/database/pipeline-database.ts';
import { DatabaseStateStore } from '../../../src/pipeline/state/database-state-store.ts';
import { itemStateSchema } from '../../../src/pipeline/state/item-state.ts';
import { signal } from '../forge/support/forge-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { describeTraces } from './item-traces.ts';
import { startStepChild } from './step-child.ts';

describe('competing step processes', function () {
  this.timeout(180_000);

  it('[ASSERT-PSM-005] [PIPE-2] step items to the end without a duplicate, and execute no stage twice', async () => {
    await using scene = await createLocalScene();
    const repository = scene.user.folder;
    const path = `${repository}/.git/holdfast/history.db`;
    const items: string[] = [];
    for (let count = 0; count < 6; count++)
      items.push(await scene.people.createItem('Health checks', ['holdfast:run']));
    const place = { kind: 'local', database: path } as const;
    const children = [0, 1, 2, 3].map((offset) => startStepChild({ repository, place, items, offset }));
    await Promise.all(children.map(({ output }) => output));
    assert.deepEqual(
      children.map(({ process }) => process.exitCode),
      [0, 0, 0, 0],
    );
    const database = await openPipelineDatabase(path);
    const store = new DatabaseStateStore(database);
    const [first, ...others] = await Promise.all(items.map((item) => describeTraces(scene, item)));
    for (const traces of others) assert.deepEqual(traces, first);
    assert.equal(first?.pullRequests.length, 4);
    for (const item of items) {
      const stored = await store.read(item, signal);
      const { spending, lock } = itemStateSchema.parse(JSON.parse(stored?.text ?? ''));
      const executed = spending.map(({ stage, subItem, settledUsd }) => [stage, subItem, settledUsd]);
      assert.deepEqual(executed, [
        ['intake', undefined, 0.01],
        ['architecture', undefined, 0.01],
        ['interfaces', undefined, 0.01],
        ['planning', undefined, 0.01],
        ['generation', 'types', 0.01],
        ['generation', 'check', 0.01],
      ]);
      assert.equal(lock, undefined);
    }
    await database.close();
  });
});
