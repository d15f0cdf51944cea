import assert from 'node:assert/strict';
import { exportName } from '../../../src/contract/requirements.ts';
import type { Check } from '../../../src/contract/model.ts';
import { fails, passes } from '../checking.ts';

const FILES = {
  'src/old.ts': 'export type HealthCheckResult = string;\n',
  'src/new.ts':
    'export interface HealthStatus {}\nexport function checkHealth() {}\nexport class HealthCheckError {}\n',
  'src/index.ts': "export * from './old';\n",
};

const asked = (target: string): Check => ({ type: 'creates', target });

describe('creates', () => {
  it('[ENF-VAL-15] after a run, a file of the change must export it; what else is exported does not matter', async () => {
    const changedFiles = new Set(['src/new.ts']);
    const result = await passes(FILES, asked('checkHealth'), { changedFiles });
    assert.equal(result.expected, 'checkHealth exported by one of the files that this chunk wrote (src/new.ts)');
    assert.equal(result.actual, 'function checkHealth at src/new.ts:2');
  });

  it('[ENF-VAL-15] one that was there before, in a file that was not written, does not count', async () => {
    await fails(
      FILES,
      asked('HealthCheckResult'),
      {
        expected: 'HealthCheckResult exported by one of the files that this chunk wrote (src/new.ts)',
        actual:
          'None of the files that this chunk wrote (src/new.ts) exports HealthCheckResult; the nearest is HealthCheckError in src/new.ts; HealthCheckResult is exported by src/old.ts, src/index.ts',
      },
      { changedFiles: new Set(['src/new.ts']) },
    );
  });

  it('[ENF-VAL-15] a file that was written as it was counts, and so does one that passes the name on', async () => {
    await passes(FILES, asked('HealthCheckResult'), { changedFiles: new Set(['src/old.ts']) });
    assert.equal(
      (await passes(FILES, asked('HealthCheckResult'), { changedFiles: new Set(['src/index.ts']) })).tier,
      2,
    );
  });

  it('[ENF-VAL-15] a change without files creates nothing', async () => {
    await fails(
      FILES,
      asked('checkHealth'),
      {
        expected: 'checkHealth exported by one of the files that this chunk wrote (none)',
        actual:
          'None of the files that this chunk wrote (none) exports checkHealth; checkHealth is exported by src/new.ts',
      },
      { changedFiles: new Set() },
    );
  });

  it('[ENF-VAL-15] on a plain check the allowed files count, globs included', async () => {
    await passes(FILES, asked('checkHealth'), { allowedFiles: ['src/n*.ts'] });
    const result = await fails(
      FILES,
      asked('HealthCheckStatus'),
      {
        expected: 'HealthCheckStatus exported by one of the allowed files (src/new.ts, lib/**)',
        actual:
          'None of the allowed files (src/new.ts, lib/**) exports HealthCheckStatus; the nearest is HealthStatus in src/new.ts',
      },
      { allowedFiles: ['src/new.ts', 'lib/**'] },
    );
    assert.deepEqual(result.location, { file: 'src/new.ts', line: 1, column: 18 });
    assert.equal(result.validators?.[0]?.validator, 'file-export');
  });

  it('[ENF-VAL-15] where no files are allowed by name, any file counts', async () => {
    await passes(FILES, asked('HealthCheckResult'));
    await fails(FILES, asked('validateHealth'), {
      expected: 'A file that exports validateHealth',
      actual: 'No file exports validateHealth; the nearest is checkHealth in src/new.ts',
    });
  });

  it('[ENF-VAL-15] "name()" names a function', async () => {
    assert.equal(exportName('checkHealth()'), 'checkHealth');
    await passes(FILES, asked('checkHealth()'));
    const words = {
      expected: 'A file that exports the function HealthCheckResult',
      actual: 'type HealthCheckResult at src/old.ts:1',
    };
    await fails(FILES, asked('HealthCheckResult()'), words);
    await fails(FILES, { ...asked('HealthCheckResult'), function: true }, words);
    const both = { ...FILES, 'src/made.ts': 'export const HealthCheckResult = () => 1;\n' };
    await passes(both, asked('HealthCheckResult()'));
  });

  it('[ENF-VAL-15] a path with brackets among the allowed files means itself', async () => {
    const files = { 'app/[id]/page.tsx': 'export default function Page() {}\nexport const meta = 1;\n' };
    await passes(files, asked('meta'), { allowedFiles: ['app/[id]/page.tsx'] });
  });
});
