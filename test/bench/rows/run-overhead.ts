import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';

const laterChunks = 4;
const worktreeRounds = 3;
const CONTRACT = 'overhead.contract.yaml';
const execute = promisify(execFile);

export const runOverhead: BenchMeasurement = {
  title: 'a chunk from "run" to the first call of the model, compared with "git worktree add" of the same commit',
  async measure(say) {
    const { folder } = await openCorpus('large');
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-overhead-')));
    try {
      const root = join(home, 'repository');
      await cp(folder, root, { recursive: true, preserveTimestamps: true });
      await writeFile(join(root, CONTRACT), createContract());
      const git = async (...parameters: string[]): Promise<void> => {
        await execute('git', parameters, { cwd: root });
      };
      await git('add', CONTRACT);
      await git('-c', 'user.name=bench', '-c', 'user.email=bench@holdfast.invalid', 'commit', '-q', '-m', 'Contract');
      await git('config', 'user.name', 'bench');
      await git('config', 'user.email', 'bench@holdfast.invalid');
      const peer = await timeWorktrees(git, join(home, 'worktree'));
      const [first = Number.NaN, ...later] = await timeRuns(home, root);
      say(`first chunk ${first.toFixed(0)} ms, later ${later.map((ms) => ms.toFixed(0)).join(', ')} ms`);
      say(`git worktree add: ${peer.toFixed(0)} ms`);
      return [
        { id: 'run-overhead-first/worktree-add', ours: first, peer, unit: 'ms' },
        { id: 'run-overhead-next/worktree-add', ours: median(later), peer, unit: 'ms' },
      ];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function timeWorktrees(git: (...parameters: string[]) => Promise<void>, worktree: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < worktreeRounds; round++) {
    await flushDisk();
    const begun = performance.now();
    await git('worktree', 'add', '-q', '--detach', worktree);
    times.push(performance.now() - begun);
    await git('worktree', 'remove', '--force', worktree);
  }
  return median(times);
}

/** Writes the files of earlier measurements to the disk, so that they do not slow the next one. */
async function flushDisk(): Promise<void> {
  if (process.platform !== 'win32') await execute('sync');
}

/** Runs chunks in one process, as the editor does, and returns the times from each run to its first call of the model. */
async function timeRuns(home: string, root: string): Promise<readonly number[]> {
  let called = Number.NaN;
  await using server = await startOpenAiChatServer((request) => {
    if (!request.text.includes('"role":"tool"')) called = performance.now();
    return answer(request);
  });
  const workspace = { folder: root, environment: (to?: LoopbackServer) => createEnvironment(home, to) };
  await using engine = openFolderEngine(workspace, { server });
  const times: number[] = [];
  for (const name of chunkNames()) {
    await flushDisk();
    const begun = performance.now();
    const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: name, maxAttempts: 1 });
    if (result.status !== 'pass') throw new Error(`${name} ended with ${result.status}: ${result.reason ?? ''}`);
    times.push(called - begun);
  }
  return times;
}

function createEnvironment(home: string, server: LoopbackServer | undefined): NodeJS.ProcessEnv {
  return {
    HOLDFAST_STORAGE: join(home, 'storage'),
    HOLDFAST_MODEL: 'openai-compatible:bench',
    HOLDFAST_BASE_URL: server?.baseUrl,
    HOLDFAST_API_KEY: 'loopback-key',
  };
}

function answer({ text }: RecordedRequest): ScriptedReply {
  const usage = { input: 100, output: 10 };
  if (text.includes('"role":"tool"')) return { text: 'Done.', usage };
  const name = /Write the module (added\d+)/.exec(text)?.[1] ?? 'unknown';
  const content = `export const ${name} = 1;\n`;
  return { toolCalls: [{ name: 'write_file', input: { path: `added/${name}.ts`, content } }], usage };
}

function chunkNames(): readonly string[] {
  return Array.from({ length: 1 + laterChunks }, (_, index) => `added${index}`);
}

function createContract(): string {
  const chunks = chunkNames().map((name) => ({
    id: name,
    title: `Add ${name}`,
    description: `Write the module ${name}.`,
    creates: [name],
    allowedFiles: [`added/${name}.ts`],
  }));
  return JSON.stringify({ spec: { id: 'overhead', title: 'Overhead' }, chunks });
}
