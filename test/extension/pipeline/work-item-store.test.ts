import assert from 'node:assert/strict';
import { WorkItemStore } from '../../../src/extension/pipeline/work-item-store.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import { sampleFolder } from '../support/samples.ts';
import { createWorkItem, listed, waitingForApproval } from './support/work-items.ts';

function createStores() {
  const window = new WorkspaceStore(createInitialState(true), (error) => assert.ifError(error));
  const store = new WorkItemStore(window, (error) => assert.ifError(error));
  const open = (...folders: readonly string[]): void =>
    window.dispatch({ type: 'folders-changed', folders: folders.map((folder) => ({ folder, name: 'repo' })) });
  open(sampleFolder);
  return { window, store, open };
}

describe('The store of work items', () => {
  it('[ASSERT-PSM-003] tells the window which decisions wait', () => {
    const { window, store } = createStores();
    store.dispatch({
      type: 'work-items-read',
      folder: sampleFolder,
      workItems: listed([createWorkItem('1', waitingForApproval), createWorkItem('2', {})]),
    });
    const target = { folder: sampleFolder, item: '1', hash: 'a1b2c3d4e5', stage: 'architecture', subItem: undefined };
    assert.deepEqual(window.state.folders[0]?.approvals, [{ label: '#1 specification', target }]);
    store.dispatch({ type: 'work-items-read', folder: sampleFolder, workItems: listed([]) });
    assert.deepEqual(window.state.folders[0].approvals, []);
  });

  it('adds the items to each state of the window, and notifies its listeners about both', () => {
    const { window, store } = createStores();
    const seen: unknown[] = [];
    const subscription = store.subscribe((state, previous) =>
      seen.push([previous.trusted, state.trusted, state.folders[0]?.workItemSteps]),
    );
    store.dispatch({ type: 'work-item-step-changed', folder: sampleFolder, item: '1', progress: 'Attempt 2' });
    window.dispatch({ type: 'trust-changed', trusted: false });
    store.dispatch({ type: 'work-item-step-changed', folder: sampleFolder, item: '1', progress: undefined });
    subscription.dispose();
    store.dispatch({ type: 'work-item-step-changed', folder: sampleFolder, item: '2', progress: 'Attempt 1' });
    assert.deepEqual(seen, [
      [true, true, { '1': 'Attempt 2' }],
      [true, false, { '1': 'Attempt 2' }],
      [false, false, {}],
    ]);
  });

  it('forgets a folder that is closed', () => {
    const { store, open } = createStores();
    store.dispatch({ type: 'work-items-read', folder: sampleFolder, workItems: listed([createWorkItem('1')]) });
    open();
    store.dispatch({ type: 'work-items-read', folder: sampleFolder, workItems: listed([createWorkItem('2')]) });
    open(sampleFolder);
    assert.equal(store.state.folders[0]?.workItems, undefined);
  });
});
