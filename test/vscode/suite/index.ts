import { runMocha } from '../../scripts/mocha-run.ts';
import { slowness } from '../../scripts/machine-speed.ts';
import { toSuiteResult, writeReportLine, type ReportLine } from '../../scripts/suite-result.ts';
import { loadTests } from 'virtual:vscode-tests';

const testTimeoutMs = 60_000;

/**
 * The entry point that VS Code calls in the extension host. Writes the result to the file in HOLDFAST_TEST_REPORT and
 * throws if a test failed, so that the window exits with an error code.
 */
export async function run(): Promise<void> {
  const report = process.env.HOLDFAST_TEST_REPORT;
  if (!report) throw new Error('HOLDFAST_TEST_REPORT is not set');
  const lines: ReportLine[] = [];
  const write = (line: ReportLine): void => {
    lines.push(line);
    writeReportLine(report, line);
  };
  await runMocha(loadTests, {
    timeoutMs: testTimeoutMs,
    retries: 2,
    slowness: slowness(),
    report: write,
    say: (line) => console.log(`[suite]${line}`),
  });
  if (!lines.some((line) => 'test' in line)) {
    write({ failure: { title: 'inside VS Code', message: 'The suite has no tests.' } });
  }
  const result = toSuiteResult(lines);
  if (result.failed > 0) throw new Error(`${result.failed} tests failed`);
}
