import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { bundleSuite } from '../../vscode/bundle.ts';
import { measureInHost } from '../host/host-run.ts';
import { median, type BenchMeasurement } from '../row.ts';

const limitMs = 60;
const windows = 5;
/** Windows that may tell nothing, on a machine under load. */
const vain = 5;

/**
 * VS Code's own account of running extensions would not tell: at the start of a window it counts for each extension
 * what all the others did in the same thread meanwhile.
 */
export const activation: BenchMeasurement = {
  title: 'loading and activating the packaged extension, in an extension host that has nothing else to do',
  async measure(say) {
    await bundleSuite();
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-activation-'));
    try {
      await writeFile(join(folder, 'notes.txt'), 'Nothing here concerns contracts.\n');
      const figures: number[] = [];
      for (let window = 1; figures.length < windows && window <= windows + vain; window++) {
        const told = z.array(z.number()).parse(await measureInHost('activation', folder));
        figures.push(...told);
        say(`window ${window}: ${told.map((took) => `${took.toFixed(1)} ms`).join() || 'activated before'}`);
      }
      return [{ id: 'activation/limit', ours: median(figures), peer: limitMs, unit: 'ms' }];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
