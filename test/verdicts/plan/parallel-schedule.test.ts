import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { createParallelSchedule } from '../../../src/verdicts/plan/parallel-schedule.ts';
import { absent, chunk, contract, exists } from './planning.ts';

/** The ids of the chunks that must end before each chunk starts. */
async function dependencies(
  chunks: readonly Record<string, unknown>[],
  more?: Record<string, unknown>,
): Promise<Record<string, readonly string[]>> {
  const document = readContract({ file: 'plan.contract.json', text: contract(chunks, more), checks: CHECKS });
  assert.ok(document.contract, JSON.stringify(document.problems));
  const ids = document.contract.chunks.map(({ id }) => id);
  const schedule = await createParallelSchedule(document, document.contract);
  return Object.fromEntries(
    ids.map((id, position) => [id, [...schedule.dependenciesOf(position)].sort().map((other) => ids[other] ?? '')]),
  );
}

const writes = (id: string, path: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  chunk(id, { allowedFiles: [path], postconditions: [exists(path)], ...more });

describe('the schedule of parallel chunks', () => {
  it('[ENF-FUTURE-2] lets independent chunks run in parallel', async () => {
    assert.deepEqual(await dependencies([writes('a', 'a.ts'), writes('b', 'b.ts')]), { a: [], b: [] });
  });

  it('[COMP-R1] runs a chunk that needs an absent file before the later chunks that may create it', async () => {
    const first = writes('first', 'a.ts', { preconditions: [absent('b.ts')] });
    const expected = { first: [], later: ['first'] };
    assert.deepEqual(await dependencies([first, writes('later', 'b.ts')]), expected);
    assert.deepEqual(await dependencies([first, chunk('later', { allowedFiles: ['*.ts'] })]), expected);
    const declared = writes('later', 'b.ts', { dependsOn: ['base'] });
    assert.deepEqual(await dependencies([writes('base', 'c.ts'), first, declared]), {
      base: [],
      first: [],
      later: ['base', 'first'],
    });
  });

  it('[COMP-R1] runs a chunk that needs an existing file before the later chunk that removes it', async () => {
    const remove = chunk('remove', { allowedFiles: ['b.ts'], postconditions: [absent('b.ts')] });
    const result = await dependencies([writes('use', 'a.ts', { preconditions: [exists('b.ts')] }), remove]);
    assert.deepEqual(result, { use: [], remove: ['use'] });
  });

  it('[COMP-R5] runs a chunk after the earlier chunks that its commands rely on, without dependsOn', async () => {
    const chunks = [
      chunk('tools', { allowedFiles: ['tools/**'] }),
      chunk('package', { allowedFiles: ['app/solver.py'] }),
      writes('other', 'other.ts'),
      writes('user', 'user.ts', { acceptanceCommands: ['node tools/run.mjs', 'python -m app.solver'] }),
    ];
    const { user, other } = await dependencies(chunks);
    assert.deepEqual([user, other], [['tools', 'package'], []]);
  });

  it('[COMP-R6] runs chunks after the earlier chunks that make the verification due, without dependsOn', async () => {
    const verify = { command: 'npm test', requires: [exists('test/all.test.ts')] };
    const chunks = [writes('a', 'a.ts'), writes('tests', 'test/all.test.ts'), writes('b', 'b.ts'), writes('c', 'c.ts')];
    assert.deepEqual(await dependencies(chunks, { verify }), { a: [], tests: [], b: ['tests'], c: ['tests'] });
  });
});
