/**
 * `npm test`: runs the suites that a change needs and prints the number of tests of each. The last line is the summary.
 * `npm run test:full` adds what takes long and rarely fails: see `onlyFull` in suites.ts, and `itInFullRun`.
 *   npm test -- --only unit,cli    some of the suites
 *   npm test -- --list             their names
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareSandbox } from './sandbox.ts';
import { runSuites, type SuiteRun } from './scheduler.ts';
import { suites } from './suites.ts';
import type { Suite } from './suite-kinds.ts';
import type { Failure } from './suite-result.ts';
import { writeTestTimes } from './test-times.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, full: { type: 'boolean', default: false } },
});
/** How many of the tests that did not run are printed. All of them are missing in the report. */
const shownNotRun = 40;
const offered = suites.filter(({ onlyFull }) => values.full || !onlyFull);

if (values.list) {
  for (const suite of suites) {
    const where = suite.onlyFull ? ' (npm run test:full)' : '';
    console.log(`${suite.id.padEnd(15)} ${suite.title}${where}`);
  }
} else {
  await prepareSandbox((line) => {
    console.log(line);
  });
  const states = await mkdtemp(join(tmpdir(), 'holdfast-states-'));
  try {
    const lanes = Math.min(availableParallelism(), 2);
    const testRun = { isFull: values.full, states };
    const runs = await runSuites(chosen(values.only), { lanes, testRun }, print);
    await writeTestTimes(runs);
    summarise(runs);
  } finally {
    await rm(states, { recursive: true, force: true });
  }
}

/** The named suites and their prerequisites. */
function chosen(only: string | undefined): readonly Suite[] {
  if (only === undefined) return offered;
  const names = new Set(only.split(',').map((name) => name.trim()));
  const unknown = [...names].filter((name) => !suites.some((suite) => suite.id === name));
  if (unknown.length > 0)
    throw new Error(`Unknown suite ${unknown.join(', ')}. \`npm test -- --list\` lists the suites.`);
  for (const suite of suites) if (names.has(suite.id)) for (const id of suite.after) names.add(id);
  return suites.filter((suite) => names.has(suite.id));
}

function print({ suite, result, durationMs }: SuiteRun): void {
  const counts = `${result.passed} passed, ${result.failed} failed${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}`;
  console.log(`${suite.id.padEnd(15)} ${counts.padEnd(28)} ${(durationMs / 1000).toFixed(1)} s  (${suite.title})`);
  for (const failure of result.failures) printError('✗', failure);
  if (result.notRun.length > 0) printError('✗', describeNotRun(result.notRun));
  for (const test of result.unstable) printError('! Passed only when it was run again:', test);
}

function printError(mark: string, { title, message }: Failure): void {
  console.log(`\n  ${mark} ${title}\n${message.replace(/^/gm, '      ')}\n`);
}

function describeNotRun(notRun: readonly string[]): Failure {
  const more = notRun.length - shownNotRun;
  const shown = notRun.slice(0, shownNotRun).join('\n');
  return { title: `Not run: ${notRun.length}`, message: more > 0 ? `${shown}\n… and ${more} more` : shown };
}

function summarise(runs: readonly SuiteRun[]): void {
  const sum = (count: 'passed' | 'failed' | 'skipped') => runs.reduce((all, run) => all + run.result[count], 0);
  const failed = runs.filter((run) => run.result.failed > 0).map((run) => run.suite.id);
  if (failed.length > 0) console.log(`\nFailed suites: ${failed.join(', ')}. Their logs are in .vscode-test/reports.`);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const unstable = runs.reduce((all, run) => all + run.result.unstable.length, 0);
  const again = unstable > 0 ? `, ${unstable} of them only when run again` : '';
  console.log(`\n${sum('passed')} passed${again}, ${sum('failed')} failed${skipped}`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
