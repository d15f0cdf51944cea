import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { temporaryFolder } from '../workspace/support/temporary.ts';
import { projectRoot } from './project.ts';
import { readSuiteResult } from './suite-result.ts';

const TESTS = `
let runs = 0;
it('passes', () => {});
it('passes when it is run again', () => {
  if (++runs === 1) throw new Error('not yet');
});
it('fails', () => {
  throw new Error('never');
});
`;

describe('A suite whose failed tests are run again', () => {
  for (const batch of [[], ['--batch', '1']]) {
    it(`lists the tests that then pass, with their first error ${batch.join(' ')}`.trimEnd(), async () => {
      await using folder = await temporaryFolder();
      const [file, report] = [folder.at('sample.test.mjs'), folder.at('report.json')];
      await writeFile(file, TESTS);
      const script = join(projectRoot, 'test', 'scripts', 'mocha.ts');
      await execa(process.execPath, [script, '--report', report, '--retries', '1', ...batch, file]);
      const { passed, failed, failures, unstable } = await readSuiteResult(report);
      assert.deepEqual({ passed, failed }, { passed: 2, failed: 1 });
      const toLines = (tests: typeof failures) => tests.map(({ title, message }) => [title, message.split('\n', 1)[0]]);
      assert.deepEqual(toLines(failures), [['fails', 'Error: never']]);
      assert.deepEqual(toLines(unstable), [['passes when it is run again', 'Error: not yet']]);
    });
  }
});
