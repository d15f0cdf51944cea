/**
 * `npm run bench`: measures, prints a table, and with --json FILE writes
 * {rows: [{id, ours, peer, ratio, unit}], failed: [{id, reason}]}. The exit code is 1 if a measurement failed.
 *   npm run bench -- --only size,activation    runs the measurements whose names start with these prefixes
 *   npm run bench -- --corpus large            uses the large corpus instead of the middle one
 *   npm run bench -- --table FILE              runs the measurements of another module, and packages nothing
 *   npm run bench -- --compare [FOLDER …]      compares results with TypeScript instead, see compare/run.ts
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runScript } from '../scripts/processes.ts';
import { projectRoot } from '../scripts/project.ts';
import { runComparison } from './compare/run.ts';
import type { BenchTable } from './row.ts';
import { formatResults, runMeasurements } from './run-measurements.ts';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    corpus: { type: 'string', default: 'middle' },
    table: { type: 'string' },
    compare: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
if (values.compare) process.exit((await runComparison(positionals, Number(values.seed))) ? 0 : 1);
const module =
  values.table === undefined ? import.meta.resolve('./measurements.ts') : pathToFileURL(resolve(values.table)).href;
const { measurements } = (await import(module)) as { readonly measurements: BenchTable };
const chosen = Object.entries(measurements).filter(
  ([name]) => values.only === undefined || values.only.split(',').some((start) => name.startsWith(start.trim())),
);
if (chosen.length === 0) throw new Error(`Unknown measurement. Measurements: ${Object.keys(measurements).join(', ')}`);

const { corpus } = values;
if (corpus !== 'middle' && corpus !== 'large') throw new Error(`Unknown corpus ${corpus}. Corpora: middle, large`);

if (values.table === undefined) await runScript(join(projectRoot, 'test', 'scripts', 'package.ts'));
const results = await runMeasurements({
  module,
  chosen: Object.fromEntries(chosen),
  options: { corpus },
  say: (line) => console.error(line),
});
console.log(formatResults(results));
if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
if (results.failed.length > 0) process.exitCode = 1;
