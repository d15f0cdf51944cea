import assert from 'node:assert/strict';
import { createInitialState, reduceWorkspace, type FolderState } from '../../../src/extension/state/workspace-state.ts';
import { listChunks, type ChunkListInput } from '../../../src/extension/targets/chunk-list.ts';
import { createChunkCheck, createAssertionResult, createContractCheck, createDocument } from '../support/samples.ts';

const shop = 'file:///shop';
const bank = 'file:///bank';

function createFolders(): readonly FolderState[] {
  const folders = [
    { folder: shop, name: 'shop' },
    { folder: bank, name: 'bank' },
  ];
  const documents = [createDocument('health.contract.yaml'), createDocument('other.contract.yaml')];
  const document = documents[0]!;
  const checked = createContractCheck(document, [createChunkCheck('types', [createAssertionResult(true)])]);
  let state = reduceWorkspace(createInitialState(true), { type: 'folders-changed', folders });
  for (const { folder } of folders) state = reduceWorkspace(state, { type: 'contracts-listed', folder, documents });
  const target = { folder: shop, contract: document.file };
  return reduceWorkspace(state, { type: 'check-ended', target, check: checked }).folders;
}

const list = (more: Partial<ChunkListInput> = {}): string[] =>
  listChunks({ folders: createFolders(), runs: new Map(), isAtCursor: () => false, ...more }).map(
    ({ target, status }) => `${target.folder === shop ? 'shop' : 'bank'} ${target.contract} ${target.chunk} ${status}`,
  );

describe('listChunks', () => {
  it('[EDIT-7] lists the chunks of every contract of every folder, with their status', () => {
    assert.deepEqual(list(), [
      'shop health.contract.yaml types 1/1',
      'shop health.contract.yaml check ',
      'shop other.contract.yaml types ',
      'shop other.contract.yaml check ',
      'bank health.contract.yaml types ',
      'bank health.contract.yaml check ',
      'bank other.contract.yaml types ',
      'bank other.contract.yaml check ',
    ]);
  });

  it('[EDIT-7] lists the chunk at the cursor first, then those that ran last', () => {
    const run = (contract: string, chunk: string, startedAt: string) => ({ contract, chunk, startedAt });
    const runs = new Map([
      [shop, [run('health.contract.yaml', 'check', '2026-11-25T10:00:00Z')]],
      [
        bank,
        [
          run('other.contract.yaml', 'types', '2026-11-25T11:00:00Z'),
          run('other.contract.yaml', 'types', '2026-11-25T09:00:00Z'),
        ],
      ],
    ]);
    const isAtCursor: ChunkListInput['isAtCursor'] = ({ folder, contract }, index) =>
      folder === shop && contract === 'other.contract.yaml' && index === 1;
    assert.deepEqual(list({ runs, isAtCursor }).slice(0, 4), [
      'shop other.contract.yaml check ',
      'bank other.contract.yaml types ',
      'shop health.contract.yaml check ',
      'shop health.contract.yaml types 1/1',
    ]);
  });

  it('[EDIT-7] lists only the chunks of a given contract, and names the folder if there are several', () => {
    const target = { folder: bank, contract: 'other.contract.yaml' };
    assert.deepEqual(list({ target }), ['bank other.contract.yaml types ', 'bank other.contract.yaml check ']);
    const [first] = listChunks({ folders: createFolders(), runs: new Map(), target, isAtCursor: () => false });
    assert.equal(first?.location, 'bank: other.contract.yaml');
  });
});
