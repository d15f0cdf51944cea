/**
 * `npm test`: runs all suites and prints the number of tests of each. The last line is the summary.
 *   npm test -- --only unit,cli    some of the suites
 *   npm test -- --list             their names
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { prepareSandbox } from './sandbox.ts';
import { runSuites, type SuiteRun } from './scheduler.ts';
import { suites } from './suites.ts';
import type { Suite } from './suite-kinds.ts';
import type { SuiteResult } from './suite-result.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });

if (values.list) {
  for (const suite of suites) console.log(`${suite.id.padEnd(15)} ${suite.title}`);
} else {
  await prepareSandbox((line) => {
    console.log(line);
  });
  const runs = await runSuites(chosen(values.only), Math.min(availableParallelism(), 2), print);
  summarise(runs);
}

/** The named suites and their prerequisites. */
function chosen(only: string | undefined): readonly Suite[] {
  if (only === undefined) return suites;
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
  for (const test of result.unstable) printError('! Passed only when it was run again:', test);
}

function printError(mark: string, { title, message }: SuiteResult['failures'][number]): void {
  console.log(`\n  ${mark} ${title}\n${message.replace(/^/gm, '      ')}\n`);
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
