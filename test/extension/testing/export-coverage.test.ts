import assert from 'node:assert/strict';
import { createCoverageViews } from '../../../src/extension/testing/export-coverage.ts';
import { createHealthFiles, TYPES_FILE, VALID_TYPES } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

describe('the coverage of exports by contracts', () => {
  it('[EDIT-5] counts the exports of each file that a contract names, without re-exports', async () => {
    using workspace = new Workspace({
      ...createHealthFiles(),
      [TYPES_FILE]: `${VALID_TYPES}export const extra = 1;\n`,
      'src/index.ts': "export { HealthCheckResult } from './health/types.ts';\n",
    });
    await using engine = openFolderEngine(workspace);
    assert.deepEqual(createCoverageViews(await engine.exports.coverage()), [
      {
        file: TYPES_FILE,
        covered: 1,
        total: 2,
        exports: [
          { name: 'HealthCheckResult', line: 0, contracts: 1 },
          { name: 'extra', line: 3, contracts: 0 },
        ],
      },
      { file: 'src/main.ts', covered: 0, total: 1, exports: [{ name: 'answer', line: 0, contracts: 0 }] },
    ]);
  });
});
