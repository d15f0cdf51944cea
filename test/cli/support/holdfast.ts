import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project.ts';

export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningHoldfast {
  readonly process: ChildProcess;
  readonly finished: Promise<ProcessResult>;
}

/** Starts the built command line as a separate process, as a user does. */
export function startHoldfast(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input?: string,
): RunningHoldfast {
  const child = spawn(process.execPath, [join(projectRoot, 'dist', 'cli.js'), ...args], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<ProcessResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { process: child, finished };
}

export function runHoldfast(
  folder: string,
  args: readonly string[],
  environment?: NodeJS.ProcessEnv,
  input?: string,
): Promise<ProcessResult> {
  return startHoldfast(folder, args, environment, input).finished;
}
