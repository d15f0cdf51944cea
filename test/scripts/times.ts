/**
 * `npm run test:times`: where the last run of `npm test` spent its time, as tables: suites, the fifty slowest tests, and
 * files. Times are processor time in seconds. Outside of Linux, that of child processes is missing.
 */
import { readTestTimes } from './test-times.ts';

const SHOWN = 50;

type Row = readonly (string | number)[];

const { suites, tests } = await readTestTimes().catch((thrown: unknown) => {
  console.error(`No times of an earlier run were found: ${String(thrown)}\nRun \`npm test\` first.`);
  process.exit(2);
});

const bySuite = [...suites].sort((left, right) => right.processorMs - left.processorMs);
const total = suites.reduce((sum, { processorMs }) => sum + processorMs, 0);
printTable(
  ['suite', 'tests', 'processor s', 'duration s'],
  [
    ...bySuite.map(({ id, tests: count, processorMs, durationMs }) => [
      id,
      count,
      seconds(processorMs),
      seconds(durationMs),
    ]),
    ['all', tests.length, seconds(total), ''],
  ],
);

const slowest = [...tests].sort((left, right) => right.processorMs - left.processorMs).slice(0, SHOWN);
printTable(
  ['processor s', 'file', 'test'],
  slowest.map(({ file, title, processorMs }) => [seconds(processorMs), file, title.replaceAll('|', '\\|')]),
);

const files = new Map<string, { count: number; processorMs: number }>();
for (const { file, processorMs } of tests) {
  const { count, processorMs: sum } = files.get(file) ?? { count: 0, processorMs: 0 };
  files.set(file, { count: count + 1, processorMs: sum + processorMs });
}
const byFile = [...files].sort(([, left], [, right]) => right.processorMs - left.processorMs).slice(0, SHOWN);
printTable(
  ['processor s', 'tests', 'file'],
  byFile.map(([file, { count, processorMs }]) => [seconds(processorMs), count, file]),
);

function printTable(head: readonly string[], rows: readonly Row[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
  console.log();
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
