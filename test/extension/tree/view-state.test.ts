import assert from 'node:assert/strict';
import type { FolderState } from '../../../src/extension/state/workspace-state.ts';
import { computeViewState } from '../../../src/extension/tree/view-state.ts';
import { createDocument, sampleFolder } from '../support/samples.ts';

const folder: FolderState = {
  folder: sampleFolder,
  name: 'repo',
  status: 'ready',
  contracts: [],
  pendingResults: [],
  choices: [],
  amendments: [],
};
const file = 'health.contract.yaml';
const contract = { folder: sampleFolder, contract: file, document: createDocument(file), checking: true };

describe('the state of the contracts view', () => {
  it('[EDIT-1] calls a workspace empty only once all of its folders were read', () => {
    assert.equal(computeViewState({ folders: [] }), 'loading');
    assert.equal(computeViewState({ folders: [folder, { ...folder, status: 'loading' }] }), 'loading');
    assert.equal(computeViewState({ folders: [folder, folder] }), 'empty');
  });

  it('shows the tree as soon as a folder has a contract or failed', () => {
    const loading: FolderState = { ...folder, status: 'loading' };
    assert.equal(computeViewState({ folders: [loading, { ...folder, contracts: [contract] }] }), 'ready');
    assert.equal(computeViewState({ folders: [loading, { ...folder, status: 'failed' }] }), 'ready');
  });
});
