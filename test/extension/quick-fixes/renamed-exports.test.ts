import assert from 'node:assert/strict';
import type { AssertionResult } from '../../../src/verdicts/checks/interfaces/result.ts';
import type { ContractCheck } from '../../../src/engine.ts';
import { RenamedExports } from '../../../src/extension/quick-fixes/renamed-exports.ts';
import { checkOne } from '../../verdicts/checks/checking.ts';
import { minimal, read } from '../../contract/read-sample.ts';

const document = read(minimal);
const isSaved = (): boolean => true;

/** The state of a contract that requires `checkHealth`, after a check of its file with a text. */
async function checked(text: string) {
  const files = { 'src/a.ts': text };
  const result: AssertionResult = await checkOne(files, {
    type: 'export_exists',
    target: 'checkHealth',
    file: 'src/a.ts',
  });
  const chunk = {
    id: 'one',
    title: 'One',
    verdict: result.passed ? ('satisfied' as const) : ('unsatisfied' as const),
    assertResults: [result, result],
    suggestResults: [],
    postconditionResults: [],
  };
  const check: ContractCheck = { document, problems: [], chunks: [chunk], ok: result.passed, notes: [] };
  return { folder: 'file:///w', contract: 'work.contract.yaml', check };
}

const before = 'export function checkHealth(): void {}\n';
const after = 'export function checkHealthy(): void {}\n';

describe('Renamed exports', () => {
  it('[EDIT-3] are reported once, when the file is saved', async () => {
    const exports = new RenamedExports();
    exports.update(await checked(before));
    exports.update(await checked(after));
    assert.deepEqual(
      exports.take(() => false),
      [],
    );
    assert.deepEqual(
      exports.take(isSaved).map(({ from, to, file }) => [from, to, file]),
      [['checkHealth', 'checkHealthy', 'src/a.ts']],
    );
    exports.update(await checked(after));
    assert.deepEqual(exports.take(isSaved), []);
  });

  it('[EDIT-3] are not reported if the export never existed, came back before the save, or has no similar one', async () => {
    const never = new RenamedExports();
    never.update(await checked(after));
    assert.deepEqual(never.take(isSaved), []);

    const back = new RenamedExports();
    for (const text of [before, after, before]) back.update(await checked(text));
    assert.deepEqual(back.take(isSaved), []);

    const gone = new RenamedExports();
    for (const text of [before, 'export const unrelated = 1;\n']) gone.update(await checked(text));
    assert.deepEqual(gone.take(isSaved), []);
  });
});
