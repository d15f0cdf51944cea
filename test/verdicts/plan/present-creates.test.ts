import assert from 'node:assert/strict';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import type { PlanInput } from '../../../src/verdicts/plan/check-plan.ts';
import { findPresentCreates } from '../../../src/verdicts/plan/present-creates.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { checkChunks, chunk, messages } from './planning.ts';
import type { PlanSituation } from './planning.ts';

const FILES = {
  'src/a.ts': 'export function make() {}\nexport interface Shape { id: string }\n',
  'src/b.ts': 'export const other = 1;\n',
  'src/broken.ts': 'export function broken( {\n',
};

/** Checks one chunk against real files. */
async function check(more: Record<string, unknown>, situation: PlanSituation = {}): Promise<readonly string[]> {
  using workspace = new Workspace(FILES);
  await using analysis = createAnalysis({ environment: () => undefined });
  const presentCreates: PlanInput['presentCreates'] = (document, planned) =>
    findPresentCreates({ document, chunk: planned, root: workspace.folder, analysis });
  const findExports: PlanInput['findExports'] = async (names) =>
    Object.keys(await analysis.findExports(workspace.folder, names, []));
  const files = Object.keys(FILES);
  return messages(await checkChunks([chunk('one', more)], { files, presentCreates, findExports, ...situation }));
}

describe('plan rule creates-present', () => {
  it('[ENF-VAL-15] warns about each export that an allowed file has before the run', async () => {
    const found = await check({ creates: ['Shape', 'fresh', 'make()'], allowedFiles: ['src/**'] });
    assert.deepEqual(found, [
      'creates-present one: The chunk creates "Shape", but "src/a.ts" exports it before the chunk is run. So this item does not show that the work is done.',
      'creates-present one: The chunk creates "make", but "src/a.ts" exports it before the chunk is run. So this item does not show that the work is done.',
    ]);
  });

  for (const [title, more] of [
    [
      'an export of a file that the chunk must not write',
      { creates: ['make'], allowedFiles: ['src/b.ts', 'src/new.ts'] },
    ],
    ['a type of the name of a function', { creates: ['Shape()'], allowedFiles: ['src/a.ts'] }],
    ['a file with a syntax error', { creates: ['broken()'], allowedFiles: ['src/broken.ts'] }],
    ['a chunk that may write every file', { creates: ['make()'] }],
    ['an overridden rule', { creates: ['make()'], allowedFiles: ['src/a.ts'], plan: { allow: ['creates-present'] } }],
  ] as const) {
    it(`[ENF-VAL-15] accepts ${title}`, async () => {
      assert.deepEqual(await check(more), []);
    });
  }

  it('[ENF-VAL-15] reads no exports if the chunk writes only new files', async () => {
    const findExports = (): never => assert.fail('exports are read');
    assert.deepEqual(await check({ creates: ['make()'], allowedFiles: ['src/new.ts', 'lib/**'] }, { findExports }), []);
  });
});
