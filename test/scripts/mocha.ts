/**
 * Runs one mocha suite in a separate process:
 *   node test/scripts/mocha.ts --report FILE [--jobs N] [--batch N] [--timeout MS] [--retries N] [--ignore GLOB]… [--first GLOB]… GLOB…
 * With `--batch`, the files run in further processes, N files in each, and `--jobs` of them at the same time.
 * The exit code is 0 if the suite ran to its end. The results of the tests are in the report.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { glob } from 'tinyglobby';
import { GIT_WITHOUT_CONFIGURATION } from './git-environment.ts';
import { runMochaBatches } from './mocha-batches.ts';
import { runMocha } from './mocha-run.ts';
import { projectRoot } from './project.ts';
import { writeSuiteResult } from './suite-result.ts';

/** Tests that leave a timer, a process or a socket open keep this process alive. That is a failure. */
const lingerLimitMs = 15_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    report: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    batch: { type: 'string' },
    timeout: { type: 'string', default: '60000' },
    retries: { type: 'string', default: '0' },
    ignore: { type: 'string', multiple: true, default: [] },
    first: { type: 'string', multiple: true, default: [] },
  },
});
if (!values.report) throw new Error('--report FILE is missing');
// A test that is started alone gets the same result as in `npm test`.
Object.assign(process.env, GIT_WITHOUT_CONFIGURATION);

const findFiles = async (globs: readonly string[]): Promise<readonly string[]> => {
  const found = await glob([...globs], { cwd: projectRoot, ignore: values.ignore, absolute: true });
  return found.sort().map((file) => resolve(file));
};
const long = await findFiles(values.first);
const files = [...new Set([...long, ...(await findFiles(positionals))])];
const { timeout, retries, batch } = values;
const result =
  batch === undefined
    ? await runMocha(files, {
        timeoutMs: Number(timeout),
        retries: Number(retries),
        say: (line) => console.log(line),
      })
    : await runMochaBatches(files, {
        jobs: Number(values.jobs),
        batch: Number(batch),
        arguments: ['--timeout', timeout, '--retries', retries],
      });
if (files.length === 0) {
  result.failures.push({ title: positionals.join(' '), message: 'No test file matches, so the suite ran no test.' });
  result.failed++;
}
await writeSuiteResult(values.report, result);

const report = values.report;
setTimeout(() => {
  const open = process.getActiveResourcesInfo().join(', ');
  result.failures.push({ title: 'After the last test', message: `The tests left something open: ${open}` });
  result.failed++;
  void writeSuiteResult(report, result).then(() => process.exit(0));
}, lingerLimitMs).unref();
