/**
 * `npm run soak`: runs many chunks in one process and measures memory, handles, worktrees, temporary files and the database.
 * Exits with 1 if one of them grows beyond its bound (`test/faults/soak/bounds.ts`).
 *   npm run soak -- --chunks 500 --parallel 20    (the defaults)
 */
import { parseArgs } from 'node:util';
import type { Measurement } from '../faults/soak/measure.ts';
import { runSoak } from '../faults/soak/run-soak.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '500' },
    parallel: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '20' },
  },
});
const startTime = performance.now();
const { measurements, excesses } = await runSoak({
  chunks: Number(values.chunks),
  parallel: Number(values.parallel),
  warmUp: Number(values['warm-up']),
  onProgress: (line) => console.error(line),
});
const names = Object.keys(measurements[0]?.values ?? {}) as (keyof Measurement)[];
console.log(['', ...measurements.map(({ at }) => at)].join(' | '));
for (const name of names)
  console.log([name, ...measurements.map(({ values }) => format(name, values[name]))].join(' | '));
console.log(`${((performance.now() - startTime) / 1000).toFixed(0)} s`);
for (const excess of excesses) console.log(`FAILED: ${excess}`);
process.exitCode = excesses.length > 0 ? 1 : 0;

function format(name: keyof Measurement, value: number): string {
  const isBytes = name === 'heap' || name === 'memory' || name === 'database';
  return isBytes ? `${(value / 1024 / 1024).toFixed(1)} MB` : String(value);
}
