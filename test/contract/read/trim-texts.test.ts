import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { readGateFile } from '../../../src/contract/read/read-gate-file.ts';
import { checkText, messages } from '../../verdicts/plan/planning.ts';

const PADDED = `spec: { id: ' demo ', title: 'Demo ' }
resources: [{ id: ' notes', type: 'file ', location: ' notes.md ' }]
gates: [{ id: 'quiet ', severity: ' high', criteria: [' It is quiet.'] }]
chunks:
  - id: ' types'
    title: Types
    creates: ['Shape ', ' make() ']
    functions: [{ name: ' make', file: 'src/types.ts ', signature: ' () => Shape' }]
    allowedFiles: [' src/types.ts ', 'lib/** ']
    postconditions: [{ kind: ' file_exists', path: ' src/types.ts' }, { kind: file_exists, path: lib/a.ts }]
    gates: [' quiet']
    acceptanceCommands: [' node  check.mjs ']
  - id: check
    title: Check
    dependsOn: ['types ']
    consumes: [' Shape']
    contextFiles: [' src/types.ts']
    assertions:
      - type: 'assert '
        message: ' Has text '
        check: { type: 'pattern_match ', target: ' src/types.ts ', pattern: ' a ', flags: '' }
      - message: Equals
        check: { type: equals, target: ' notes ', expected: ' b ' }
`;

describe('white space around the texts of a contract', () => {
  const document = readContract({ file: 'a.contract.yaml', text: PADDED, checks: CHECKS });

  it('[ENF-VAL-15] is removed from ids, names, paths and globs', async () => {
    assert.deepEqual(document.problems, []);
    const { contract } = document;
    assert.ok(contract);
    const [types, check] = contract.chunks;
    assert.deepEqual([contract.spec.id, contract.spec.title], ['demo', 'Demo']);
    assert.deepEqual(contract.resources, [{ id: 'notes', type: 'file', location: 'notes.md' }]);
    assert.deepEqual([contract.gates[0]?.id, contract.gates[0]?.severity], ['quiet', 'high']);
    assert.deepEqual([types?.id, types?.creates, types?.gates], ['types', ['Shape', 'make()'], ['quiet']]);
    assert.deepEqual(types?.allowedFiles, ['src/types.ts', 'lib/**']);
    assert.deepEqual(types.postconditions[0], { kind: 'file_exists', path: 'src/types.ts' });
    assert.deepEqual([types.functions[0]?.name, types.functions[0]?.file], ['make', 'src/types.ts']);
    assert.deepEqual(
      [check?.dependsOn, check?.consumes, check?.contextFiles],
      [['types'], ['Shape'], ['src/types.ts']],
    );
    assert.deepEqual(messages(await checkText('a.contract.yaml', PADDED, { files: ['check.mjs'] })), []);
  });

  it('[ENF-VAL-7] stays in patterns, expected values, signatures, commands and sentences', () => {
    const [types, check] = document.contract?.chunks ?? [];
    const [pattern, equal] = check?.assertions ?? [];
    assert.deepEqual(pattern, {
      type: 'assert',
      message: ' Has text ',
      check: { type: 'pattern_match', target: 'src/types.ts', pattern: ' a ', flags: '' },
    });
    assert.deepEqual(equal?.check, { type: 'equals', target: 'notes', expected: ' b ' });
    assert.equal(types?.functions[0]?.signature, ' () => Shape');
    assert.deepEqual(types.acceptanceCommands, [' node  check.mjs ']);
    assert.deepEqual(document.contract?.gates[0]?.criteria, [' It is quiet.']);
  });

  it('[COMP-EDITOR] keeps the positions of the text', () => {
    const { start, end } = document.rangeOf(['chunks', 0, 'creates', 1]);
    assert.equal(PADDED.slice(start.offset, end.offset), "' make() '");
  });

  it('[COMP-COMPAT] is removed in manifests and gate files, and a text without anything else is empty', async () => {
    const order = {
      id: 'WO-01 ',
      title: 'One',
      allowed_files: [' a.ts'],
      postconditions: [{ kind: 'file_exists', path: 'a.ts ' }],
    };
    assert.deepEqual(messages(await checkText('plan.json', JSON.stringify({ work_orders: [order] }))), []);
    const gates = readGateFile({
      file: 'a.gate.yaml',
      text: "id: ' quiet '\ncriteria: [It is quiet.]\n",
      checks: CHECKS,
    });
    assert.equal(gates.gates[0]?.id, 'quiet');
    const text = "spec: { id: a, title: '  ' }\nchunks: [{ id: one, title: One }]\n";
    const [problem] = readContract({ file: 'a.contract.yaml', text, checks: CHECKS }).problems;
    assert.match(problem?.message ?? '', /"title".*must not be empty/);
  });
});
