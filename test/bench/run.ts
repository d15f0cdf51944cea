/**
 * `npm run bench`: measures, prints a table, and with --json FILE writes {rows: [{id, ours, peer, ratio, unit}]}.
 *   npm run bench -- --only size,activation    runs the measurements whose names start with these prefixes
 *   npm run bench -- --corpus large            uses the large corpus instead of the middle one
 *   npm run bench -- --compare [FOLDER …]      compares results with TypeScript instead, see compare/run.ts
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from '../scripts/processes.ts';
import { projectRoot } from '../scripts/project.ts';
import { runComparison } from './compare/run.ts';
import type { BenchMeasurement, BenchRow } from './row.ts';
import { activation } from './rows/activation.ts';
import { attempts } from './rows/attempts.ts';
import { checkChange } from './rows/check-change.ts';
import { checkOneSignature } from './rows/check-one-signature.ts';
import { coldIndex } from './rows/cold-index.ts';
import { diagnosticsAfterSave } from './rows/diagnostics-after-save.ts';
import { existence } from './rows/existence.ts';
import { hooks } from './rows/hooks.ts';
import { hostBlock } from './rows/host-block.ts';
import { idleStep } from './rows/idle-step.ts';
import { impact } from './rows/impact.ts';
import { impactTokens } from './rows/impact-tokens.ts';
import { mcp } from './rows/mcp.ts';
import { otherLanguages } from './rows/other-languages.ts';
import { planCheck } from './rows/plan-check.ts';
import { planPaint } from './rows/plan-paint.ts';
import { retryPrompts } from './rows/retry-prompts.ts';
import { runOverhead } from './rows/run-overhead.ts';
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
  'impact-tokens': impactTokens,
  'plan-check': planCheck,
  'plan-paint': planPaint,
  signatures,
  'cold-index': coldIndex,
  'saved-file': savedFile,
  'other-languages': otherLanguages,
  existence,
  whole,
  'run-overhead': runOverhead,
  'check-one-signature': checkOneSignature,
  'check-change': checkChange,
  'retry-prompts': retryPrompts,
  attempts,
  'idle-step': idleStep,
  hooks,
  mcp,
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
if (chosen.length === 0) throw new Error(`Unknown measurement. Measurements: ${Object.keys(measurements).join(', ')}`);

const { corpus } = values;
if (corpus !== 'middle' && corpus !== 'large') throw new Error(`Unknown corpus ${corpus}. Corpora: middle, large`);

await runScript(join(projectRoot, 'test', 'scripts', 'package.ts'));
const rows: (BenchRow & { readonly ratio: number })[] = [];
for (const [name, measurement] of chosen) {
  console.error(`${name}: ${measurement.title} …`);
  const measured = await measurement.measure((line) => console.error(`  ${line}`), { corpus });
  rows.push(...measured.map((row) => ({ ...row, ratio: row.ours / row.peer })));
}
printTable();
if (values.json) {
  const plain = rows.map(({ id, ours, peer, ratio, unit }) => ({ id, ours, peer, ratio, unit }));
  await writeFile(values.json, `${JSON.stringify({ rows: plain }, null, 2)}\n`);
}

function printTable(): void {
  const cells = rows.map((row) => [
    row.id,
    formatValue(row.ours),
    formatValue(row.peer),
    row.unit,
    row.ratio.toFixed(3),
  ]);
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

function formatValue(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
