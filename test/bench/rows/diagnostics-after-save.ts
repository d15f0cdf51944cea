import { join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { projectRoot } from '../../scripts/project.ts';
import { bundleSuite } from '../../vscode/bundle.ts';
import { generateRepository } from '../generated-repository.ts';
import { measureInHost } from '../host/host-run.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const limitMs = 100;
const modules = 1_000;

const contract = `version: 1
spec: { id: bench, title: Bench }
chunks:
  - id: wanted
    title: Wanted
    assertions:
      - message: Must export wanted
        check: { type: export_exists, target: wanted, file: src/wanted.ts }
`;

export const diagnosticsAfterSave: BenchMeasurement = {
  title: 'from a save to its diagnostics, in the editor, in a repository of 1,000 files',
  async measure(say) {
    await bundleSuite();
    await using repository = await generateRepository(modules, {
      'bench.contract.yaml': contract,
      'src/wanted.ts': 'export const wanted = 0;\n',
    });
    // The break of work that has not begun is no problem, so the chunk has passed before.
    await execa(
      process.execPath,
      [join(projectRoot, 'dist', 'cli.js'), 'record', 'bench.contract.yaml', '--chunk', 'wanted'],
      {
        cwd: repository.folder,
        stdin: 'ignore',
        env: { HOLDFAST_STORAGE: join(repository.folder, '.git', 'storage') },
      },
    );
    // Only the save is measured, so checks while typing are off.
    const settings = { 'holdfast.check.onType': false };
    const figures = z
      .array(z.number())
      .min(5)
      .parse(await measureInHost('diagnostics-after-save', repository.folder, { settings }));
    say(figures.map((took) => `${took.toFixed(0)} ms`).join(', '));
    return [{ id: 'diagnostics-after-save/machine', ours: median(figures), peer: limitOfMachine(limitMs), unit: 'ms' }];
  },
};
