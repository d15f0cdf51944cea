import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { createProcessMark, killMarkedProcesses } from '../../src/workspace/environment/marked-processes.ts';
import { projectRoot } from '../scripts/project.ts';
import type { BenchMeasurement, BenchOptions, BenchTable } from './row.ts';

const defaultLimitMs = 10 * 60_000;

/** A value that is not a finite number has become `null` in JSON, and is rejected. */
const rowSchema = z.object({
  id: z.string(),
  ours: z.number(),
  peer: z.number(),
  unit: z.enum(['ms', 'bytes', 'ratio', 'tokens']),
});
const reportSchema = z.union([z.object({ rows: z.array(rowSchema) }), z.object({ error: z.string() })]);

/** What the process of a measurement writes. */
export type MeasurementReport = z.infer<typeof reportSchema>;

export interface BenchResults {
  readonly rows: readonly (z.infer<typeof rowSchema> & { readonly ratio: number })[];
  /** The measurements without rows, and why. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

export interface BenchRequest {
  /** The address of the module that exports `measurements`. */
  readonly module: string;
  /** The measurements to run, of that module. */
  readonly chosen: BenchTable;
  readonly options: BenchOptions;
  /** Receives progress. */
  readonly say: (line: string) => void;
}

/** Runs measurements one after the other, each in its own process. One that fails or exceeds its limit ends no other. */
export async function runMeasurements({ module, chosen, options, say }: BenchRequest): Promise<BenchResults> {
  const rows: BenchResults['rows'][number][] = [];
  const failed: BenchResults['failed'][number][] = [];
  for (const [name, measurement] of Object.entries(chosen)) {
    say(`${name}: ${measurement.title} …`);
    const begun = performance.now();
    const report = await runMeasurement(module, name, measurement, options);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    if ('error' in report) {
      failed.push({ id: name, reason: report.error });
      say(`  failed after ${seconds} s: ${report.error}`);
    } else {
      rows.push(...report.rows.map((row) => ({ ...row, ratio: row.ours / row.peer })));
      say(`  ${seconds} s`);
    }
  }
  return { rows, failed };
}

async function runMeasurement(
  module: string,
  name: string,
  { limitMs = defaultLimitMs }: BenchMeasurement,
  { corpus }: BenchOptions,
): Promise<MeasurementReport> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  const file = join(folder, 'report.json');
  const mark = createProcessMark();
  try {
    const outcome = await execa(
      process.execPath,
      [join(import.meta.dirname, 'measure.ts'), module, name, corpus, file],
      {
        cwd: projectRoot,
        stdin: 'ignore',
        stdout: 2,
        stderr: 2,
        reject: false,
        timeout: limitMs,
        killDescendants: true,
        env: { [mark.name]: mark.value },
      },
    );
    if (outcome.timedOut) return { error: `It did not end within ${limitMs / 1000} s.` };
    if (outcome.failed) return { error: outcome.shortMessage ?? 'It failed.' };
    return reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (thrown) {
    return { error: `It wrote no valid rows: ${String(thrown)}` };
  } finally {
    // The editor's server and its browser have separate process groups.
    await killMarkedProcesses(mark);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The table of the rows, and the list of what failed. */
export function formatResults({ rows, failed }: BenchResults): string {
  const cells = rows.map(({ id, ours, peer, unit, ratio }) => [
    id,
    formatValue(ours),
    formatValue(peer),
    unit,
    ratio.toFixed(3),
  ]);
  const table = [['id', 'ours', 'peer', 'unit', 'ratio'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const lines = table.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return [
    ...lines,
    ...(failed.length > 0 ? ['', 'Failed:'] : []),
    ...failed.map(({ id, reason }) => `  ${id}: ${reason.replaceAll('\n', '\n    ')}`),
  ].join('\n');
}

function formatValue(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
