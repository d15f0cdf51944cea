import assert from 'node:assert/strict';
import { WorkspaceEngines } from '../../../src/extension/engines/workspace-engines.ts';
import { createFakeEngine } from '../support/fake-engine.ts';

describe('WorkspaceEngines', () => {
  it('creates one engine per folder on first use', async () => {
    const created: string[] = [];
    const engines = new WorkspaceEngines(
      ({ folder, folderPath }) => {
        created.push(`${folder} ${folderPath}`);
        return Promise.resolve(createFakeEngine().engine);
      },
      (folder) => folder.replace('file://', ''),
    );
    assert.equal(engines.getOpened('file:///a'), undefined);
    const [one, same, other] = [engines.get('file:///a'), engines.get('file:///a'), engines.get('file:///b')];
    assert.equal(await one, await same);
    assert.notEqual(await one, await other);
    assert.deepEqual(created, ['file:///a /a', 'file:///b /b']);
  });

  it('tries again after a failed creation', async () => {
    let tries = 0;
    const engines = new WorkspaceEngines(
      () => (++tries === 1 ? Promise.reject(new Error('no git')) : Promise.resolve(createFakeEngine().engine)),
      (folder) => folder,
    );
    await assert.rejects(engines.get('a'), /no git/);
    assert.ok(await engines.get('a'));
  });

  it('disposes an engine with its folder, and all engines at shutdown', async () => {
    const states = [createFakeEngine(), createFakeEngine()];
    const engines = new WorkspaceEngines(
      ({ folder }) => Promise.resolve(states[Number(folder)]!.engine),
      (folder) => folder,
    );
    await Promise.all([engines.get('0'), engines.get('1')]);
    await engines.close('0');
    assert.deepEqual(
      states.map(({ state }) => state.disposed),
      [true, false],
    );
    await engines[Symbol.asyncDispose]();
    assert.equal(states[1]?.state.disposed, true);
    assert.throws(() => engines.get('0'), /shutting down/);
  });
});
