import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { temporaryFolder } from '../workspace/support/temporary.ts';
import { toReportPath } from './mocha-run.ts';
import { projectRoot } from './project.ts';
import { readSuiteResult, type Failure, type SuiteResult } from './suite-result.ts';

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

const KILLED = `
it('passes before', () => {});
it('ends the process', () => process.kill(process.pid, 'SIGKILL'));
it('comes after', () => {});
`;

const BUSY = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
it('uses a processor', () => {
  const end = process.cpuUsage().user + 200_000;
  while (process.cpuUsage().user < end);
});
it('does nothing', () => {});
let child;
it('leaves a busy process', async () => {
  const script = 'while (process.cpuUsage().user < 300_000); console.log(1); process.stdin.resume()';
  child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
});
after(() => child.stdin.end());
`;

const BATCHES = [[], ['--batch', '1']];

/** Runs the script on a file with these tests, and reads its report. */
async function runTests(text: string, further: readonly string[]): Promise<{ result: SuiteResult; file: string }> {
  await using folder = await temporaryFolder();
  const [file, report] = [folder.at('sample.test.mjs'), folder.at('report.jsonl')];
  await writeFile(file, text);
  const script = join(projectRoot, 'test', 'scripts', 'mocha.ts');
  await execa(process.execPath, [script, '--report', report, ...further, file], { reject: false });
  const result = readSuiteResult(report);
  assert.ok(result);
  return { result, file: toReportPath(projectRoot, file) };
}

const toLines = (failures: readonly Failure[]) =>
  failures.map(({ title, message }) => [title, message.split('\n', 1)[0]]);

describe('A suite of tests', () => {
  for (const batch of BATCHES) {
    const how = batch.join(' ');
    it(`lists failed tests that pass when they are run again, with their first error ${how}`.trimEnd(), async () => {
      const { result } = await runTests(TESTS, ['--retries', '1', ...batch]);
      assert.deepEqual([result.passed, result.failed, result.notRun], [2, 1, []]);
      assert.deepEqual(toLines(result.failures), [['fails', 'Error: never']]);
      assert.deepEqual(toLines(result.unstable), [['passes when it is run again', 'Error: not yet']]);
    });

    it(`reports what passed and what did not run if its process is killed ${how}`.trimEnd(), async () => {
      const { result } = await runTests(KILLED, batch);
      assert.equal(result.passed, 1);
      assert.deepEqual(result.notRun, ['ends the process', 'comes after']);
      assert.equal(result.failed, 2 + result.failures.length);
    });
  }

  it('accepts a file without a test in this run', async () => {
    const { result } = await runTests('', ['--batch', '1']);
    assert.deepEqual([result.failed, result.notRun], [0, []]);
  });

  it('names a file that cannot be loaded', async () => {
    const { result, file } = await runTests('this is no program', ['--batch', '1']);
    assert.deepEqual(result.notRun, [file]);
    assert.match(result.failures[0]?.message ?? '', /SyntaxError/);
  });

  it('measures the processor time of each test', async function () {
    if (process.platform !== 'linux') this.skip();
    const { result, file } = await runTests(BUSY, []);
    const [busy, idle, leaving] = result.tests;
    assert.equal(busy?.file, file);
    assert.ok(busy.processorMs >= 190, `${busy.processorMs} ms`);
    assert.ok((idle?.processorMs ?? Infinity) < 100, `${idle?.processorMs} ms`);
    assert.ok((leaving?.processorMs ?? 0) >= 290, `${leaving?.processorMs} ms`);
  });
});
