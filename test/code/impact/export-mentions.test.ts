import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { findContractMentions } from '../../../src/verdicts/analysis/folder-exports.ts';
import { findMentioningContracts } from '../../../src/code/impact/export-mentions.ts';

const text = `spec: { id: users, title: Users }
functions:
  - { name: getUser, file: ./src/user.ts, signature: '(id: string) => string' }
chunks:
  - id: reading
    title: Reading users
    creates: [getUser()]
    assertions:
      - message: Must load
        check: { type: function_exists, target: getUser, file: src/other.ts }
  - id: showing
    title: Showing users
    consumes: [getUser]
    types: [{ name: User, file: src/user.ts, definition: '{ id: string }' }]
    assertions:
      - message: Must export
        check: { type: export_exists, target: getUser }
`;

const document = readContract({ file: 'users.contract.yaml', text, checks: CHECKS });
const broken = readContract({ file: 'broken.contract.yaml', text: 'chunks: [', checks: CHECKS });

describe('Contract mentions of an export', () => {
  it('[ENF-IMPACT-4] include contracts that create, consume, declare or check the export', () => {
    assert.deepEqual(findMentioningContracts([document, broken], 'src/user.ts', 'getUser'), ['users.contract.yaml']);
    assert.deepEqual(findMentioningContracts([document], 'src/user.ts', 'loadUser'), []);
    assert.deepEqual(findMentioningContracts([document], 'src/other.ts', 'User'), []);
  });

  it('[ENF-IMPACT-4] have a location and the title of the chunk or contract', () => {
    const mentions = findContractMentions([document, broken], 'src/user.ts', ['getUser', 'User']);
    assert.deepEqual(
      mentions.map(({ name, title, location }) => `${location.line} ${name} ${title}`),
      [
        '3 getUser Users',
        '7 getUser Reading users',
        '13 getUser Showing users',
        '16 getUser Showing users',
        '14 User Showing users',
      ],
    );
    assert.ok(mentions.every(({ location }) => location.file === 'users.contract.yaml'));
  });
});
