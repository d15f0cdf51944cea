import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const saves = 1_000;
const warmUp = 50;
const medianLimitMs = 0.5;
const lateLimitMs = 5;

export const savedFile: BenchMeasurement = {
  title: 'updating the index of the large corpus after one file changed',
  async measure(say) {
    const { folder, files } = await openCorpus('large');
    const index = await ModuleIndex.build(new DiskTree(folder));
    // As in the editor after a query of importers.
    for (const name of ['default', 'Props']) index.filesExporting(name);
    const times: number[] = [];
    for (let save = 0; save < saves + warmUp; save++) {
      const file = files[(save * 7919) % files.length] ?? '';
      const text = `${readFileSync(join(folder, file), 'utf8')}\nexport const savedByBench${save} = ${save};\n`;
      const begun = performance.now();
      index.update([{ file, text }]);
      await index.whenSettled();
      const took = performance.now() - begun;
      if (index.findExport(file, `savedByBench${save}`) === undefined) throw new Error(`${file} was not updated.`);
      if (save >= warmUp) times.push(took);
    }
    const sorted = times.sort((a, b) => a - b);
    const late = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
    say(`${files.length} files: median ${median(sorted).toFixed(3)} ms, p99 ${late.toFixed(2)} ms`);
    return [
      { id: 'saved-file/machine', ours: median(sorted), peer: limitOfMachine(medianLimitMs), unit: 'ms' },
      { id: 'saved-file-p99/machine', ours: late, peer: limitOfMachine(lateLimitMs), unit: 'ms' },
    ];
  },
};
