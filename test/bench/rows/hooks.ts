import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project.ts';
import { generateRepository } from '../generated-repository.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const ROUNDS = 7;
const START_ROUNDS = 10;
const CLI = join(projectRoot, 'dist', 'cli.js');
/** The bars of the hooks, in milliseconds. */
const LIMITS = { 'session-start': 300, 'pre-edit': 200, stop: 1_000 } as const;
/** The files of the repository in which a session starts. */
const STARTED_FILES = 10_000;

const FILE = 'packages/added/health.ts';
const CONTRACT = `version: 1
spec: { id: health, title: Health }
chunks:
  - id: health
    title: Health
    description: Export the health of the service.
    creates: [health]
    allowedFiles: [${FILE}]
    assertions:
      - type: assert
        message: Must export health
        check: { type: export_exists, target: health, file: ${FILE} }
`;

export const hookStart: BenchMeasurement = {
  title: 'the start of a session as a process, on 10,000 files, without a contract and with one',
  async measure(say) {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-start-')));
    await using repository = await generateRepository(STARTED_FILES, {});
    try {
      const { folder } = repository;
      const storage = join(home, 'storage');
      const medianOf = async (name: string): Promise<number> => {
        const rounds: number[] = [];
        // The first process writes the cache of compiled code.
        for (let round = -1; round < START_ROUNDS; round++) {
          const input = JSON.stringify({ session_id: `${name}-${round}`, cwd: folder });
          const parameters = [CLI, 'hook', 'session-start', '--client', 'codex'];
          const time = await runProcess(process.execPath, parameters, { cwd: folder, storage, input });
          if (round >= 0) rounds.push(time);
        }
        return median(rounds);
      };
      const without = await medianOf('without');
      await writeFile(join(folder, 'health.contract.yaml'), CONTRACT);
      const withContract = await medianOf('with');
      say(`without a contract ${without.toFixed(0)} ms, with a contract ${withContract.toFixed(0)} ms`);
      const peer = limitOfMachine(LIMITS['session-start']);
      return [
        { id: 'hook-session-start/machine', ours: without, peer, unit: 'ms' },
        { id: 'hook-session-start-contract/machine', ours: withContract, peer, unit: 'ms' },
      ];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

export const hooks: BenchMeasurement = {
  title:
    'the hooks of another agent as processes on the middle corpus: an edit, and the end of a session whose work is wrong',
  async measure(say) {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-hooks-')));
    try {
      const root = join(home, 'repository');
      await cp((await openCorpus('middle')).folder, root, { recursive: true, preserveTimestamps: true });
      await writeFile(join(root, 'health.contract.yaml'), CONTRACT);
      const run = (program: string, parameters: readonly string[], input = ''): Promise<number> =>
        runProcess(program, parameters, { cwd: root, storage: join(home, 'storage'), input });
      const hook = (event: string, fields: object): Promise<number> =>
        run(
          process.execPath,
          [CLI, 'hook', event, '--client', 'codex', '--max-blocks', '100'],
          JSON.stringify({ session_id: 'bench', cwd: root, ...fields }),
        );
      await run('git', ['add', '-A']);
      await run('git', [
        '-c',
        'user.name=bench',
        '-c',
        'user.email=bench@holdfast.invalid',
        'commit',
        '-qm',
        'contract',
      ]);
      const start = await hook('session-start', {});
      await mkdir(join(root, 'packages/added'));
      await writeFile(join(root, FILE), 'export const sick = 1;\n');
      const edit = { tool_name: 'Write', tool_input: { file_path: FILE } };
      const [edits, stops]: [number[], number[]] = [[], []];
      // The first process of each writes the cache of compiled code.
      await hook('pre-edit', edit);
      const first = await hook('stop', {});
      for (let round = 0; round < ROUNDS; round++) {
        edits.push(await hook('pre-edit', edit));
        stops.push(await hook('stop', {}));
      }
      const [ofEdit, ofStop] = [median(edits), median(stops)];
      say(
        `session-start ${start.toFixed(0)} ms, pre-edit ${ofEdit.toFixed(0)} ms, stop ${ofStop.toFixed(0)} ms (first ${first.toFixed(0)} ms)`,
      );
      return [
        { id: 'hook-pre-edit/machine', ours: ofEdit, peer: limitOfMachine(LIMITS['pre-edit']), unit: 'ms' },
        { id: 'hook-stop/machine', ours: ofStop, peer: limitOfMachine(LIMITS.stop), unit: 'ms' },
      ];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** The time until the process has ended, in milliseconds. A hook that refuses exits with 2. */
function runProcess(
  program: string,
  parameters: readonly string[],
  { cwd, storage, input }: { readonly cwd: string; readonly storage: string; readonly input: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(program, parameters, {
      cwd,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, HOLDFAST_STORAGE: storage },
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 || code === 2) resolve(performance.now() - begun);
      else reject(new Error(`${program} ${parameters.join(' ')} exited with ${code}`));
    });
    child.stdin.end(input);
  });
}
