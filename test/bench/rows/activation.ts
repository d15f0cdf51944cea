import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { bundleSuite } from '../../vscode/bundle.ts';
import { measureInHost } from '../host/host-run.ts';
import { median, type BenchMeasurement } from '../row.ts';

const limitMs = 60;
const windows = 5;
/** Additional windows, in case some give no result on a machine under load. */
const spareWindows = 5;

/**
 * VS Code's list of running extensions is not usable: at the start of a window it adds to each extension the time that all
 * other extensions spent on the same thread.
 */
export const activation: BenchMeasurement = {
  title: 'loading and activating the packaged extension, in an idle extension host',
  async measure(say) {
    await bundleSuite();
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-activation-'));
    try {
      await writeFile(join(folder, 'notes.txt'), 'A folder without contracts.\n');
      const figures: number[] = [];
      for (let window = 1; figures.length < windows && window <= windows + spareWindows; window++) {
        const times = z.array(z.number()).parse(await measureInHost('activation', folder));
        figures.push(...times);
        say(`window ${window}: ${times.map((took) => `${took.toFixed(1)} ms`).join() || 'already active'}`);
      }
      return [{ id: 'activation/limit', ours: median(figures), peer: limitMs, unit: 'ms' }];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
