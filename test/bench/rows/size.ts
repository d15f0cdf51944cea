import { stat } from 'node:fs/promises';
import { loadedWith, readBundles } from '../../scripts/bundles.ts';
import { vsixPath } from '../../scripts/project.ts';
import type { BenchMeasurement } from '../row.ts';

const mainBundleLimit = 1_500_000;
const packageLimit = 12_000_000;

export const size: BenchMeasurement = {
  title: 'the code loaded at startup and the .vsix, compared with their limits',
  async measure() {
    const bundles = await readBundles();
    const loaded = loadedWith(bundles, 'dist/extension.js');
    const ours = loaded.reduce((sum, name) => sum + (bundles[name]?.bytes ?? 0), 0);
    return [
      { id: 'main-bundle/limit', ours, peer: mainBundleLimit, unit: 'bytes' },
      { id: 'vsix/limit', ours: (await stat(vsixPath())).size, peer: packageLimit, unit: 'bytes' },
    ];
  },
};
