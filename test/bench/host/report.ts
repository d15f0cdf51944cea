import { writeFile } from 'node:fs/promises';

/** Writes the measured times (milliseconds) to the file that the measuring process reads. */
export async function report(figures: readonly number[]): Promise<void> {
  const file = process.env.HOLDFAST_BENCH_REPORT;
  if (!file) throw new Error('HOLDFAST_BENCH_REPORT is not set');
  await writeFile(file, JSON.stringify(figures));
}
