import assert from 'node:assert/strict';
import { findAffectedContracts } from '../../../src/extension/checks/affected-contracts.ts';
import type { ContractState } from '../../../src/extension/state/workspace-state.ts';
import { createDocument, sampleFolder } from '../support/samples.ts';

function createState(file: string, text?: string): ContractState {
  return { folder: sampleFolder, contract: file, document: createDocument(file, text), checking: false };
}

const namingFile = `spec: { id: a, title: A }
chunks:
  - id: one
    title: One
    assertions:
      - message: there
        check: { type: export_exists, target: X, file: src/x.ts }
`;
const namingNoFile = `spec: { id: b, title: B }
chunks: [{ id: one, title: One, creates: [Y] }]
`;

describe('findAffectedContracts', () => {
  const named = createState('named.contract.yaml', namingFile);
  const fileless = createState('fileless.contract.yaml', namingNoFile);
  const broken = createState('broken.contract.yaml', 'chunks: [');
  const all = [named, fileless, broken];

  it('[ENF-UI-1] an edit affects the contract itself, contracts that name the file, and those that name no file', () => {
    assert.deepEqual(findAffectedContracts(all, 'broken.contract.yaml', 'edited'), [broken]);
    assert.deepEqual(findAffectedContracts(all, 'src/x.ts', 'edited'), [named, fileless]);
    assert.deepEqual(findAffectedContracts(all, 'src/other.ts', 'edited'), [fileless]);
    assert.deepEqual(findAffectedContracts(all, 'README.md', 'edited'), []);
  });

  it('[ENF-UI-1] a saved code file affects every contract, because a named file may re-export it', () => {
    assert.deepEqual(findAffectedContracts(all, 'src/other.ts', 'saved'), [named, fileless]);
    assert.deepEqual(findAffectedContracts(all, 'docs/notes.md', 'saved'), []);
  });

  it('[ENF-UI-1] a folder that was created, moved or deleted counts for its files, which are not reported', () => {
    const outside = createState('page.contract.yaml', namingFile.replace('src/x.ts', './site/page.v2/index.html'));
    const contracts = [...all, outside];
    assert.deepEqual(findAffectedContracts(contracts, 'src', 'saved'), [named, fileless, outside]);
    assert.deepEqual(findAffectedContracts(contracts, 'site/page.v2', 'saved'), [outside]);
    assert.deepEqual(findAffectedContracts(contracts, 'site/page.v', 'saved'), []);
    assert.deepEqual(findAffectedContracts(contracts, '.git/index', 'saved'), []);
  });
});
