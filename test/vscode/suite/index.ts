import { runMocha } from '../../workshop/mocha-run.ts';
import { writeSuiteResult } from '../../workshop/suite-result.ts';
import { loadTests } from 'virtual:vscode-tests';

const testTimeoutMs = 60_000;

/**
 * VS Code calls this inside the extension host. The result goes to the file that HOLDFAST_TEST_REPORT names; it throws
 * where a test failed, so that the window ends with a code that says so.
 */
export async function run(): Promise<void> {
  const report = process.env.HOLDFAST_TEST_REPORT;
  if (!report) throw new Error('HOLDFAST_TEST_REPORT names no file');
  const result = await runMocha(loadTests, {
    timeoutMs: testTimeoutMs,
    retries: 2,
    say: (line) => console.log(`[suite]${line}`),
  });
  if (result.passed + result.failed === 0) {
    result.failed++;
    result.failures.push({ title: 'inside VS Code', message: 'The suite has no tests.' });
  }
  await writeSuiteResult(report, result);
  if (result.failed > 0) throw new Error(`${result.failed} tests failed`);
}
