import assert from 'node:assert/strict';
import type { Check } from '../../../src/contract/model.ts';
import { exportName } from '../../../src/contract/requirements.ts';
import { fails, passes } from '../checking.ts';

const FILES = {
  'src/old.ts': 'export type HealthCheckResult = string;\n',
  'src/new.ts':
    'export interface HealthStatus {}\nexport function checkHealth() {}\nexport class HealthCheckError {}\n',
  'src/index.ts': "export * from './old';\n",
};

const checkOf = (target: string): Check => ({ type: 'creates', target });

describe('creates', () => {
  it('[ENF-VAL-15] after a run, requires an export by a changed file and ignores other exports', async () => {
    const changedFiles = new Set(['src/new.ts']);
    const result = await passes(FILES, checkOf('checkHealth'), { changedFiles });
    assert.equal(result.expected, 'One of the files that this chunk wrote (src/new.ts) exports checkHealth');
    assert.equal(result.actual, 'function checkHealth at src/new.ts:2');
  });

  it('[ENF-VAL-15] ignores an export in a file that was not written', async () => {
    await fails(
      FILES,
      checkOf('HealthCheckResult'),
      {
        expected: 'One of the files that this chunk wrote (src/new.ts) exports HealthCheckResult',
        actual:
          'None of the files that this chunk wrote (src/new.ts) exports HealthCheckResult; HealthCheckResult is exported by src/old.ts, src/index.ts. Did you mean "HealthCheckError" in src/new.ts?',
      },
      { changedFiles: new Set(['src/new.ts']) },
    );
  });

  it('[ENF-VAL-15] accepts a file that was rewritten unchanged, and a re-export', async () => {
    await passes(FILES, checkOf('HealthCheckResult'), { changedFiles: new Set(['src/old.ts']) });
    assert.equal(
      (await passes(FILES, checkOf('HealthCheckResult'), { changedFiles: new Set(['src/index.ts']) })).tier,
      2,
    );
  });

  it('[ENF-VAL-15] fails if no file was written', async () => {
    await fails(
      FILES,
      checkOf('checkHealth'),
      {
        expected: 'One of the files that this chunk wrote (none) exports checkHealth',
        actual:
          'None of the files that this chunk wrote (none) exports checkHealth; checkHealth is exported by src/new.ts',
      },
      { changedFiles: new Set() },
    );
  });

  it('[ENF-VAL-15] in a plain check, searches the allowed files, including globs', async () => {
    await passes(FILES, checkOf('checkHealth'), { allowedFiles: ['src/n*.ts'] });
    const result = await fails(
      FILES,
      checkOf('HealthCheckStatus'),
      {
        expected: 'One of the allowed files (src/new.ts, lib/**) exports HealthCheckStatus',
        actual:
          'None of the allowed files (src/new.ts, lib/**) exports HealthCheckStatus. Did you mean "HealthStatus" in src/new.ts?',
      },
      { allowedFiles: ['src/new.ts', 'lib/**'] },
    );
    assert.deepEqual(result.location, { file: 'src/new.ts', line: 1, column: 18 });
    assert.equal(result.validators?.[0]?.validator, 'file-export');
  });

  it('[ENF-VAL-15] without allowed files, searches every file', async () => {
    await passes(FILES, checkOf('HealthCheckResult'));
    await fails(FILES, checkOf('validateHealth'), {
      expected: 'A file exports validateHealth',
      actual: 'No file exports validateHealth. Did you mean "checkHealth" in src/new.ts?',
    });
  });

  it('[ENF-VAL-15] treats "name()" as a function', async () => {
    assert.equal(exportName('checkHealth()'), 'checkHealth');
    await passes(FILES, checkOf('checkHealth()'));
    const texts = {
      expected: 'A file exports the function HealthCheckResult',
      actual: 'type HealthCheckResult at src/old.ts:1',
    };
    await fails(FILES, checkOf('HealthCheckResult()'), texts);
    await fails(FILES, { ...checkOf('HealthCheckResult'), function: true }, texts);
    const both = { ...FILES, 'src/made.ts': 'export const HealthCheckResult = () => 1;\n' };
    await passes(both, checkOf('HealthCheckResult()'));
  });

  it('[ENF-VAL-15] treats an allowed path with brackets as a path', async () => {
    const files = { 'app/[id]/page.tsx': 'export default function Page() {}\nexport const meta = 1;\n' };
    await passes(files, checkOf('meta'), { allowedFiles: ['app/[id]/page.tsx'] });
  });

  it('[TRUST-10] in a plain check, reads allowed files as a run does: folders and exclusions', async () => {
    await passes(FILES, checkOf('checkHealth'), { allowedFiles: ['src/'] });
    await passes(FILES, checkOf('checkHealth'), { allowedFiles: ['./src/new.ts'] });
    const texts = {
      expected: 'One of the allowed files (src/**, !src/new.ts) exports checkHealth',
      actual:
        'None of the allowed files (src/**, !src/new.ts) exports checkHealth; checkHealth is exported by src/new.ts. Did you mean "HealthCheckResult" in src/old.ts?',
    };
    await fails(FILES, checkOf('checkHealth'), texts, { allowedFiles: ['src/**', '!src/new.ts'] });
  });
});
