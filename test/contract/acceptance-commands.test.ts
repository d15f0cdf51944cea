import assert from 'node:assert/strict';
import { acceptanceCommandsOf, redFirstCommandsOf } from '../../src/contract/acceptance-commands.ts';
import { fingerprintOf } from '../../src/contract/fingerprint.ts';
import { readContract } from '../../src/contract/read/read-contract.ts';

function read(start: string, chunk: string) {
  const text = `${start}spec: { id: a, title: A }\nchunks:\n  - { id: one, title: One, ${chunk} }\n`;
  const { contract, problems } = readContract({ file: 'a.contract.yaml', text, checks: [] });
  assert.ok(contract !== undefined, JSON.stringify(problems));
  const [first] = contract.chunks;
  assert.ok(first !== undefined);
  return { contract, chunk: first };
}

const TWO = 'acceptanceCommands: [npm test, { command: npm run lint, redFirst: false }]';

describe('acceptance commands', () => {
  it('[BITE-1] must fail first in version 3, and not before, unless the contract, the chunk or the command says so', () => {
    const cases: readonly (readonly [start: string, chunk: string, redFirst: readonly string[]])[] = [
      ['version: 3\n', TWO, ['npm test']],
      ['version: 2\n', TWO, []],
      ['', TWO, []],
      ['version: 3\nredFirst: false\n', TWO, []],
      ['version: 3\nredFirst: false\n', `redFirst: true, ${TWO}`, ['npm test']],
      ['version: 3\n', `redFirst: false, ${TWO}`, []],
      ['version: 2\nredFirst: true\n', TWO, ['npm test']],
      ['version: 2\n', 'acceptanceCommands: [{ command: npm test, redFirst: true }]', ['npm test']],
      ['version: 3\n', 'acceptanceCommands: [{ command: npm test }]', ['npm test']],
      ['version: 3\n', 'acceptanceCommands: [a b, a b]', ['a b']],
    ];
    for (const [start, text, expected] of cases) {
      assert.deepEqual(redFirstCommandsOf(read(start, text).chunk), expected, `${start}${text}`);
    }
    assert.deepEqual(acceptanceCommandsOf(read('version: 3\n', TWO).chunk), ['npm test', 'npm run lint']);
  });

  it('[BITE-1] keep the fingerprint that they had if they need not fail first', () => {
    const fingerprint = (start: string, chunk: string): string => {
      const parts = read(start, chunk);
      return fingerprintOf({ ...parts, gates: [] }, new Map());
    };
    const before = fingerprint('version: 2\n', 'acceptanceCommands: [npm test]');
    assert.equal(before, '954ee58b7a249a470fb8f691b2c8033b19c227b71ee99a3d00dce2b77c89dbb8');
    assert.equal(fingerprint('version: 3\nredFirst: false\n', 'acceptanceCommands: [npm test]'), before);
    assert.notEqual(fingerprint('version: 3\n', 'acceptanceCommands: [npm test]'), before);
  });
});
