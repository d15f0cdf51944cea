import * as z from 'zod';
import { bundleSuite } from '../../vscode/bundle.ts';
import { generateRepository } from '../generated-repository.ts';
import { measureInHost } from '../host/host-run.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

/** The shortest block that a user notices. */
const limitMs = 50;
const modules = 10_000;
const windows = 3;
/** Disabled: the editor's git extension lists every changed file, which takes longer than the measured work. */
const settings = { 'git.enabled': false };

const phases = ['idle', 'indexing', 'impact', '1,000 changed files'] as const;
/** For each phase: the longest block by wall clock and by CPU time of the thread. */
const figuresSchema = z.array(z.number()).length(2 * phases.length);

export const hostBlock: BenchMeasurement = {
  title: "the extension host's longest block, in a repository of 10,000 files that the worker indexes",
  async measure(say) {
    await bundleSuite();
    const all: (readonly number[])[] = [];
    for (let window = 1; window <= windows; window++) {
      await using repository = await generateRepository(modules, {});
      const figures = figuresSchema.parse(await measureInHost('host-block', repository.folder, { settings }));
      const results = phases.map(
        (phase, at) => `${phase} ${formatMs(figures[2 * at])} (CPU ${formatMs(figures[2 * at + 1])})`,
      );
      say(`window ${window}: ${results.join(', ')}`);
      all.push(figures);
    }
    const peer = limitOfMachine(limitMs);
    const row = (id: string, at: number) => ({
      id,
      ours: median(all.map((figures) => figures[at] ?? NaN)),
      peer,
      unit: 'ms' as const,
    });
    return [
      row('host-block/machine', 2),
      row('host-block-own/machine', 3),
      row('host-block-impact-own/machine', 5),
      row('host-block-changes-own/machine', 7),
    ];
  },
};

function formatMs(took: number | undefined): string {
  return `${(took ?? NaN).toFixed(0)} ms`;
}
