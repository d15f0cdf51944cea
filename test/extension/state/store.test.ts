import assert from 'node:assert/strict';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState, type WorkspaceState } from '../../../src/extension/state/workspace-state.ts';

const folder = 'file:///workspace';

describe('The store of the editor', () => {
  it('[COMP-EDITOR] lets a command wait until the contracts of a workspace that was just opened are listed', async () => {
    const store = createStore();
    store.dispatch({ type: 'folders-changed', folders: [{ folder, name: 'workspace' }] });
    let answered = false;
    const waiting = store.waitUntil(areFoldersLoaded).then((state) => {
      answered = true;
      return state;
    });
    await Promise.resolve();
    assert.equal(answered, false);
    store.dispatch({ type: 'contracts-listed', folder, documents: [] });
    assert.equal((await waiting).folders[0]?.status, 'ready');
    assert.equal(await store.waitUntil(areFoldersLoaded), store.state, 'a fulfilled condition is answered at once');
  });
});

function createStore(): WorkspaceStore {
  return new WorkspaceStore(createInitialState(true), (error) => {
    throw error;
  });
}

function areFoldersLoaded({ folders }: WorkspaceState): boolean {
  return folders.every(({ status }) => status !== 'loading');
}
