import assert from 'node:assert/strict';
import { affectedContracts } from '../../../src/extension/checks/affected-contracts.ts';
import type { ContractState } from '../../../src/extension/state/workspace-state.ts';
import { documentOf, folder } from '../support/samples.ts';

function stateOf(file: string, text?: string): ContractState {
  return { folder, contract: file, document: documentOf(file, text), checking: false };
}

const naming = `spec: { id: a, title: A }
chunks:
  - id: one
    title: One
    assertions:
      - message: there
        check: { type: export_exists, target: X, file: src/x.ts }
`;
const creating = `spec: { id: b, title: B }
chunks: [{ id: one, title: One, creates: [Y] }]
`;

describe('affectedContracts', () => {
  const named = stateOf('named.contract.yaml', naming);
  const created = stateOf('created.contract.yaml', creating);
  const broken = stateOf('broken.contract.yaml', 'chunks: [');
  const all = [named, created, broken];

  it('[ENF-UI-1] an edit concerns the contract itself, those that name the file and those that ask anywhere', () => {
    assert.deepEqual(affectedContracts(all, 'broken.contract.yaml', 'edited'), [broken]);
    assert.deepEqual(affectedContracts(all, 'src/x.ts', 'edited'), [named, created]);
    assert.deepEqual(affectedContracts(all, 'src/other.ts', 'edited'), [created]);
    assert.deepEqual(affectedContracts(all, 'README.md', 'edited'), []);
  });

  it('[ENF-UI-1] a saved code file concerns every contract, because a named file may re-export it', () => {
    assert.deepEqual(affectedContracts(all, 'src/other.ts', 'saved'), [named, created]);
    assert.deepEqual(affectedContracts(all, 'docs/notes.md', 'saved'), []);
  });
});
