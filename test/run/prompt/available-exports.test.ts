import assert from 'node:assert/strict';
import { contractSchema } from '../../../src/contract/model.ts';
import { findAvailableExports } from '../../../src/run/prompt/available-exports.ts';

describe('findAvailableExports', () => {
  it('[LANG-1] [ENF-CTX-3] does not call a method an export that does not exist yet', async () => {
    const contract = contractSchema.parse({
      spec: { id: 'quota', title: 'Quota' },
      chunks: [
        {
          id: 'quota',
          title: 'Quota',
          creates: ['Quota', 'ParseQuota()'],
          functions: [{ name: 'Quota.Allows', file: 'quota/quota.go', signature: '(size int64) bool' }],
        },
        { id: 'server', title: 'Server', dependsOn: ['quota'], consumes: ['Quota'] },
      ],
    });
    const [, chunk] = contract.chunks;
    assert(chunk);
    const { available, missing } = await findAvailableExports({
      contract,
      chunk,
      root: '/',
      recorded: [],
      analysis: {
        findExports: () => Promise.resolve({ Quota: 'quota/quota.go' }),
        exportsOf: () =>
          Promise.resolve([
            { file: 'quota/quota.go', exports: [{ name: 'Quota', kind: 'type', line: 1, specifier: 'x/quota' }] },
          ]),
      },
    });
    assert.deepEqual(
      available.map(({ name }) => name),
      ['Quota'],
    );
    assert.deepEqual(missing, [{ name: 'ParseQuota', chunkId: 'quota' }]);
  });
});
