import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../workshop/project.ts';

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** Starts the built command line as a user does: as a process of its own, in a folder, with an environment. */
export function startHoldfast(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [join(projectRoot, 'dist', 'cli.js'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { process: child, finished };
}

export function holdfast(folder: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Finished> {
  return startHoldfast(folder, args, environment).finished;
}
