import assert from 'node:assert/strict';
import { affectedChunks } from '../../../../src/run/amendments/rules/affected-chunks.ts';
import { CHECKS } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../../src/contract/read/read-contract.ts';

const chunks = [
  { id: 'types', title: 'Types' },
  { id: 'check', title: 'checkHealth', dependsOn: ['types'], creates: ['checkHealth()'] },
  { id: 'endpoint', title: 'GET /health', dependsOn: ['check'], consumes: ['checkHealth()'] },
  { id: 'page', title: 'The page', dependsOn: ['endpoint'] },
  { id: 'again', title: 'Again', dependsOn: ['check'] },
  {
    id: 'wrapper',
    title: 'A wrapper',
    functions: [{ name: 'wrap', file: 'a.ts', signature: '(of: typeof checkHealth) => void' }],
    types: [{ name: 'Wrapped', file: 'a.ts', definition: 'ReturnType<typeof checkHealth>' }],
    assertions: [
      { message: 'calls it', check: { type: 'pattern_match', target: 'a.ts', pattern: '\\bcheckHealth\\(' } },
    ],
  },
  { id: 'apart', title: 'Apart', description: 'checkHealthy is another name', creates: ['checkHealthy()'] },
];

describe('affectedChunks', () => {
  it('[ENF-AMEND-2] returns the chunks that consume, declare or mention a name, and all their dependents, with reasons', () => {
    const text = JSON.stringify({ spec: { id: 'health', title: 'Health' }, chunks });
    const { contract } = readContract({ file: 'health.contract.json', text, checks: CHECKS });
    assert.ok(contract);
    const affected = affectedChunks(contract, contract.chunks[1]!, new Set(['checkHealth']));
    assert.deepEqual(
      affected.map(({ id, reasons }) => [id, reasons]),
      [
        ['endpoint', ['consumes checkHealth()', 'depends on check']],
        ['page', ['depends on endpoint, which is affected']],
        ['again', ['depends on check']],
        [
          'wrapper',
          [
            'the signature of wrap mentions checkHealth',
            'the definition of Wrapped mentions checkHealth',
            'the assertion "calls it" mentions checkHealth',
          ],
        ],
      ],
    );
  });
});
