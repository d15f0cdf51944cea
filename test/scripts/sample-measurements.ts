/** The measurements that bench.test.ts runs. */
import { execa } from 'execa';
import type { BenchTable } from '../bench/row.ts';

export const measurements: BenchTable = {
  throws: {
    title: 'a measurement that throws',
    measure: () => Promise.reject(new Error('The peer is not installed.')),
  },
  hangs: {
    title: 'a measurement that never ends, with a process in a separate group',
    limitMs: 10_000,
    measure: async (say) => {
      const options = { detached: true, stdio: 'ignore', cleanup: false } as const;
      say(`started ${execa(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], options).pid}`);
      await new Promise(() => setInterval(() => undefined, 1_000));
      return [];
    },
  },
  'gives-no-number': {
    title: 'a measurement without a value',
    measure: () => Promise.resolve([{ id: 'empty/limit', ours: Number.NaN, peer: 1, unit: 'ms' }]),
  },
  passes: {
    title: 'a measurement that passes and leaves a timer',
    measure: () => {
      setInterval(() => undefined, 1_000);
      return Promise.resolve([{ id: 'sample/limit', ours: 20, peer: 80, unit: 'ms' }]);
    },
  },
};
