import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

/** How long a run may take before it counts as hanging, on a machine that does nothing else. */
const LIMIT_MS = 60_000;

export interface ProgramResult {
  readonly arguments: readonly string[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  readonly isHanging: boolean;
}

export interface RunningProgram {
  readonly process: ChildProcess;
  readonly finished: Promise<ProgramResult>;
}

/** Starts the command line under test as a separate process. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: { readonly folder: string; readonly environment: NodeJS.ProcessEnv; readonly limitMs?: number },
): RunningProgram {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.environment,
  });
  let stdout = '';
  let stderr = '';
  let isHanging = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const limitMs = options.limitMs ?? LIMIT_MS;
  const stopHanging = (): void => {
    const restMs = limitMs * slowness() - (performance.now() - startedAt);
    if (restMs > 0) {
      limit = setTimeout(stopHanging, restMs);
      return;
    }
    isHanging = true;
    child.kill('SIGKILL');
  };
  let limit = setTimeout(stopHanging, limitMs);
  const finished = new Promise<ProgramResult>((resolve, reject) => {
    child.on('error', reject);
    // A process that outlives the program can keep its output open, so that "close" comes late or never.
    child.on('exit', (code, signal) => {
      clearTimeout(limit);
      const end = (): void => {
        clearTimeout(late);
        child.stdout.destroy();
        child.stderr.destroy();
        const durationMs = performance.now() - startedAt;
        resolve({ arguments: args, code, signal, stdout, stderr, durationMs, isHanging });
      };
      const late = setTimeout(end, 1_000);
      child.on('close', end);
    });
  });
  return { process: child, finished };
}

/** How much slower a process is because others need the processors. */
function slowness(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
