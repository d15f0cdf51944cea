import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { bundleSuite } from '../../vscode/bundle.ts';
import { measureInHost } from '../host/host-run.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const limitMs = 60;
const windows = 5;
/**
 * Otherwise VS Code activates the extension by `onLanguage` although no such file is open, on a machine under load mostly
 * before the host is idle.
 */
const activationEvents: readonly string[] = [];

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
      while (figures.length < windows) {
        const [took] = z.tuple([z.number()]).parse(await measureInHost('activation', folder, { activationEvents }));
        figures.push(took);
        say(`window ${figures.length}: ${took.toFixed(1)} ms`);
      }
      return [{ id: 'activation/machine', ours: median(figures), peer: limitOfMachine(limitMs), unit: 'ms' }];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
