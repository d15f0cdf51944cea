/**
 * `npm run bench`: measures, prints a table, and with --json FILE writes {rows: [{id, ours, peer, ratio, unit}]}.
 *   npm run bench -- --only size,activation    the measurements whose names begin so
 *   npm run bench -- --corpus large            on the large corpus what is measured on the middle one otherwise
 *   npm run bench -- --compare [FOLDER …]      answers beside those of TypeScript instead, see compare/run.ts
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from '../workshop/processes.ts';
import { projectRoot } from '../workshop/project.ts';
import { runComparison } from './compare/run.ts';
import type { BenchMeasurement, BenchRow } from './row.ts';
import { activation } from './rows/activation.ts';
import { coldIndex } from './rows/cold-index.ts';
import { diagnosticsAfterSave } from './rows/diagnostics-after-save.ts';
import { existence } from './rows/existence.ts';
import { hostBlock } from './rows/host-block.ts';
import { impact } from './rows/impact.ts';
import { planCheck } from './rows/plan-check.ts';
import { savedFile } from './rows/saved-file.ts';
import { signatures } from './rows/signatures.ts';
import { size } from './rows/size.ts';
import { whole } from './rows/whole.ts';

const measurements: Readonly<Record<string, BenchMeasurement>> = {
  size,
  activation,
  'diagnostics-after-save': diagnosticsAfterSave,
  'host-block': hostBlock,
  impact,
  'plan-check': planCheck,
  signatures,
  'cold-index': coldIndex,
  'saved-file': savedFile,
  existence,
  whole,
};

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    corpus: { type: 'string', default: 'middle' },
    compare: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
if (values.compare) process.exit((await runComparison(positionals, Number(values.seed))) ? 0 : 1);
const chosen = Object.entries(measurements).filter(
  ([name]) => values.only === undefined || values.only.split(',').some((start) => name.startsWith(start.trim())),
);
if (chosen.length === 0) throw new Error(`Nothing to measure; there are: ${Object.keys(measurements).join(', ')}`);

const { corpus } = values;
if (corpus !== 'middle' && corpus !== 'large')
  throw new Error(`There is no corpus ${corpus}; there are: middle, large`);

await runScript(join(projectRoot, 'test', 'workshop', 'package.ts'));
const rows: (BenchRow & { readonly ratio: number })[] = [];
for (const [name, measurement] of chosen) {
  console.error(`${name}: ${measurement.title} …`);
  const measured = await measurement.measure((line) => console.error(`  ${line}`), { corpus });
  rows.push(...measured.map((row) => ({ ...row, ratio: row.ours / row.peer })));
}
print();
if (values.json) {
  const plain = rows.map(({ id, ours, peer, ratio, unit }) => ({ id, ours, peer, ratio, unit }));
  await writeFile(values.json, `${JSON.stringify({ rows: plain }, null, 2)}\n`);
}

function print(): void {
  const cells = rows.map((row) => [row.id, figure(row.ours), figure(row.peer), row.unit, row.ratio.toFixed(3)]);
  const table = [['id', 'ours', 'peer', 'unit', 'ratio'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  for (const line of table) {
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    );
  }
}

function figure(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
