import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { projectRoot } from '../../scripts/project.ts';
import { bundlePrograms } from '../bundle-programs.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';

const laterChunks = 4;
const rounds = 3;
/** The last round, after the trees of the others were deleted. */
const lastRound = rounds + 1;
const CONTRACT = 'overhead.contract.yaml';
const execute = promisify(execFile);

export const runOverhead: BenchMeasurement = {
  title: 'a chunk from "run" to the first call of the model, compared with "git worktree add" of the same commit',
  async measure(say) {
    const { folder } = await openCorpus('large');
    const programs = await bundlePrograms('run-start', {
      program: join(import.meta.dirname, '..', 'run-start', 'program.ts'),
      'process-starter': join(projectRoot, 'src/workspace/process-starter/program.ts'),
    });
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-overhead-')));
    try {
      const root = join(home, 'repository');
      await cp(folder, root, { recursive: true, preserveTimestamps: true });
      await writeFile(join(root, CONTRACT), createContract());
      const git = async (...parameters: string[]): Promise<void> => {
        await execute('git', parameters, { cwd: root });
      };
      await git('config', 'user.name', 'bench');
      await git('config', 'user.email', 'bench@holdfast.invalid');
      await git('add', CONTRACT);
      await git('commit', '-q', '-m', 'Contract');
      // A clone has its objects in a pack.
      await git('gc', '-q');
      const peers: number[] = [];
      const firsts: number[] = [];
      const laters: number[] = [];
      for (let round = 1; round <= rounds; round++) {
        const peer = await timeWorktree(git, join(home, `worktree-${round}`));
        const [first = Number.NaN, ...later] = await timeRuns(programs, root, join(home, `storage-${round}`), round);
        say(`worktree add ${format([peer])} ms; first chunk ${format([first])} ms, later ${format(later)} ms`);
        peers.push(peer);
        firsts.push(first);
        laters.push(...later);
      }
      for (let round = 1; round <= rounds; round++) {
        await rm(join(home, `worktree-${round}`), { recursive: true });
        await rm(join(home, `storage-${round}`), { recursive: true });
      }
      const after = {
        peer: await timeWorktree(git, join(home, `worktree-${lastRound}`)),
        ours: await timeRuns(programs, root, join(home, `storage-${lastRound}`), lastRound),
      };
      const [firstAfter = Number.NaN, ...laterAfter] = after.ours;
      say(`after a deletion: worktree add ${format([after.peer])} ms; chunks ${format(after.ours)} ms`);
      const peer = median(peers);
      const row = (id: string, ours: number, ofPeer: number): BenchRow => ({
        id: `run-overhead-${id}/worktree-add`,
        ours,
        peer: ofPeer,
        unit: 'ms',
      });
      return [
        row('first', median(firsts), peer),
        row('next', median(laters), peer),
        row('first-after-deletion', firstAfter, after.peer),
        row('next-after-deletion', median(laterAfter), after.peer),
      ];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

function format(times: readonly number[]): string {
  return times.map((ms) => ms.toFixed(0)).join(', ');
}

/**
 * Creates a worktree and keeps it: for minutes after files are deleted, ext4 skips their inodes one by one whenever it
 * creates a file, which took 0.8 ms instead of 0.02 ms per file. The last round measures both in that state.
 */
async function timeWorktree(git: (...parameters: string[]) => Promise<void>, worktree: string): Promise<number> {
  if (process.platform !== 'win32') await execute('sync');
  const begun = performance.now();
  await git('worktree', 'add', '-q', '--detach', worktree);
  return performance.now() - begun;
}

/** Runs chunks in one new process, as the editor does, and returns the times from each run to its first call of the model. */
async function timeRuns(programs: string, root: string, storage: string, round: number): Promise<readonly number[]> {
  const program = join(programs, 'program.js');
  const { stdout } = await execute(process.execPath, [program, root, storage, CONTRACT, ...chunkNames(round)]);
  return z.array(z.number()).parse(JSON.parse(stdout));
}

function chunkNames(round: number): readonly string[] {
  return Array.from({ length: 1 + laterChunks }, (_, index) => `added${round}${index}`);
}

function createContract(): string {
  const names = Array.from({ length: lastRound }, (_, index) => chunkNames(index + 1)).flat();
  const chunks = names.map((name) => ({
    id: name,
    title: `Add ${name}`,
    description: `Write the module ${name}.`,
    creates: [name],
    allowedFiles: [`added/${name}.ts`],
  }));
  return JSON.stringify({ spec: { id: 'overhead', title: 'Overhead' }, chunks });
}
