import assert from 'node:assert/strict';
import { CHECKS } from '../../src/checks/table.ts';
import { readContract } from '../../src/contract/read-contract.ts';
import { mentionsIn } from '../../src/engine/contract-mentions.ts';
import { contractsNaming } from '../../src/impact/contracts-naming.ts';

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

describe('contracts that name an export', () => {
  it('[ENF-IMPACT-4] are those that create, consume, declare or check it', () => {
    assert.deepEqual(contractsNaming([document, broken], 'src/user.ts', 'getUser'), ['users.contract.yaml']);
    assert.deepEqual(contractsNaming([document], 'src/user.ts', 'loadUser'), []);
    assert.deepEqual(contractsNaming([document], 'src/other.ts', 'User'), []);
  });

  it('[ENF-IMPACT-4] each place of theirs is told, with the title of its chunk', () => {
    const mentions = mentionsIn([document, broken], 'src/user.ts', ['getUser', 'User']);
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
