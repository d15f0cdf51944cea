import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../scripts/project.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const ROUNDS = 7;
/** The bar of the work items, in milliseconds. */
const LIMIT_MS = 500;
const execute = promisify(execFile);

export const idleStep: BenchMeasurement = {
  title: '"holdfast step" of an item with nothing to do on the local forge, compared with "git status" and with 0.5 s',
  async measure(say) {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-step-')));
    try {
      const run = async (program: string, ...parameters: string[]): Promise<number> => {
        const begun = performance.now();
        await execute(program, parameters, {
          cwd: home,
          env: { ...process.env, HOLDFAST_STORAGE: join(home, '.git', 'storage') },
        });
        return performance.now() - begun;
      };
      const git = (...parameters: string[]): Promise<number> => run('git', ...parameters);
      const holdfast = (...parameters: string[]): Promise<number> =>
        run(process.execPath, join(projectRoot, 'dist', 'cli.js'), ...parameters);
      await git('init', '-q', '-b', 'main');
      await git('config', 'user.name', 'bench');
      await git('config', 'user.email', 'bench@holdfast.invalid');
      await writeFile(join(home, 'index.ts'), 'export {};\n');
      await git('add', '-A');
      await git('commit', '-q', '-m', 'first');
      // An item without a description waits for information after its first steps.
      await holdfast('item', 'new', '--title', 'Item', '--run');
      for (let step = 0; step < 3; step++) await holdfast('step', '1');
      const [steps, statuses]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        steps.push(await holdfast('step', '1'));
        statuses.push(await git('status', '--porcelain'));
      }
      const [ours, status] = [median(steps), median(statuses)];
      say(`step ${ours.toFixed(0)} ms, git status ${status.toFixed(0)} ms`);
      return [
        { id: 'idle-step/machine', ours, peer: limitOfMachine(LIMIT_MS), unit: 'ms' },
        { id: 'idle-step/git-status', ours, peer: status, unit: 'ms' },
      ];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
