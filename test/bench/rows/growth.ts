import { GROWTH_CASES, type GrowthCase } from '../growth/cases.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';

const FACTORS = [1, 4, 16] as const;
const ROUNDS = 3;
/** How much more the largest size costs than the middle one, both above the smallest, if the cost grows linearly. */
const LINEAR = (16 - 1) / (4 - 1);

export const growth: BenchMeasurement = {
  title:
    'commands at 1, 4 and 16 times the size of their work: processor time of all processes, compared with linear growth',
  limitMs: 20 * 60_000,
  async measure(say) {
    const rows: BenchRow[] = [];
    for (const one of GROWTH_CASES) {
      const times: number[] = [];
      for (const factor of FACTORS) times.push(await timeOf(one, one.size * factor));
      const [small = Number.NaN, middle = Number.NaN, large = Number.NaN] = times;
      const sizes = FACTORS.map((factor) => one.size * factor).join(', ');
      say(`${one.command}, ${sizes} ${one.of}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
      rows.push({
        id: `growth-${one.command.replaceAll(/[ -]+/g, '-')}/${one.of.replaceAll(' ', '-')}`,
        ours: large - small,
        // Less than the resolution of the kernel's process times is no growth.
        peer: Math.max(middle - small, RESOLUTION_MS) * LINEAR,
        unit: 'ms',
      });
    }
    return rows;
  },
};

/** Ten ticks of the kernel's process times. */
const RESOLUTION_MS = 100;

async function timeOf(one: GrowthCase, size: number): Promise<number> {
  await using folder = await one.prepare(size);
  // The first process fills the caches.
  await one.run(folder);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await one.run(folder));
  return median(times);
}
