/**
 * Runs one mocha suite in a separate process:
 *   node test/scripts/mocha.ts [--report FILE] [--jobs N] [--batch N] [--timeout MS] [--retries N] [--ignore GLOB]… [--first GLOB]… GLOB…
 * With `--batch`, the files run in further processes, N files in each, and `--jobs` of them at the same time.
 * The results of the tests are appended to the report. The exit code is 0 if the suite ran to its end.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { glob } from 'tinyglobby';
import { GIT_WITHOUT_CONFIGURATION } from './git-environment.ts';
import { slowness } from './machine-speed.ts';
import { runMochaBatches } from './mocha-batches.ts';
import { runMocha, toReportPath } from './mocha-run.ts';
import { processTreeMs } from './processor-time.ts';
import { projectRoot } from './project.ts';
import { writeReportLine, type ReportLine } from './suite-result.ts';

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
// A test that is started alone gets the same result as in `npm test`.
Object.assign(process.env, GIT_WITHOUT_CONFIGURATION);

const findFiles = async (globs: readonly string[]): Promise<readonly string[]> => {
  const found = await glob([...globs], { cwd: projectRoot, ignore: values.ignore, absolute: true });
  return found.sort().map((file) => resolve(file));
};
const long = await findFiles(values.first);
const files = [...new Set([...long, ...(await findFiles(positionals))])];
const { report, timeout, retries, batch } = values;
const write = (line: ReportLine): void => {
  if (report !== undefined) writeReportLine(report, line);
};
if (files.length === 0) {
  const message = 'No test file matches, so the suite ran no test.';
  write({ failure: { title: positionals.join(' '), message } });
}
write({ files: files.map((file) => toReportPath(projectRoot, file)) });
if (batch === undefined) {
  await runMocha(files, {
    timeoutMs: Number(timeout),
    retries: Number(retries),
    slowness: slowness(),
    root: projectRoot,
    report: write,
    say: (line) => console.log(line),
  });
  write({ processorMs: processTreeMs() });
} else {
  await runMochaBatches(files, {
    report,
    jobs: Number(values.jobs),
    batch: Number(batch),
    arguments: ['--timeout', timeout, '--retries', retries],
  });
}

setTimeout(() => {
  const open = process.getActiveResourcesInfo().join(', ');
  const message = `The tests left something open: ${open}`;
  write({ failure: { title: 'After the last test', message } });
  process.exit(0);
}, lingerLimitMs).unref();
