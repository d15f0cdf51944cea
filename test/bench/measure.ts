/**
 * Runs one measurement in this process: `node measure.ts TABLE NAME CORPUS REPORT`. TABLE is the address of a module with
 * `measurements`. Writes `{rows}` or `{error}` to REPORT. run-measurements.ts starts it.
 */
import { writeFile } from 'node:fs/promises';
import type { MeasurementReport } from './run-measurements.ts';
import type { BenchOptions, BenchTable } from './row.ts';

const [table = '', name = '', corpus, report = ''] = process.argv.slice(2);
await writeFile(report, JSON.stringify(await measure()));
// What a measurement leaves open must not keep the process alive.
process.exit();

async function measure(): Promise<MeasurementReport> {
  try {
    const { measurements } = (await import(table)) as { readonly measurements: BenchTable };
    const measurement = measurements[name];
    if (!measurement) throw new Error(`Unknown measurement: ${name}`);
    const options = { corpus: corpus as BenchOptions['corpus'] };
    return { rows: [...(await measurement.measure((line) => console.error(`  ${line}`), options))] };
  } catch (thrown) {
    return { error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}
