import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toPrintable } from '../../../src/cli/base/printable-text.ts';
import { projectRoot } from '../../scripts/project.ts';

const script = join(projectRoot, 'dist', 'cli.js');

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
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    // The test run's own compile cache: the command line would start again to leave it.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, NO_COLOR: '1', ...environment },
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

/**
 * Runs a command in this process, which takes a fraction of the time of `runHoldfast`. For tests of what a command does. What
 * belongs to the process needs `runHoldfast`: the bundle, signals, and the environment of child processes.
 */
export async function callHoldfast(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input: string | Readable = '',
): Promise<ProcessResult> {
  const { runProgram } = await import('../../../src/cli/program.ts');
  let stdout = '';
  let stderr = '';
  const code = await runProgram({
    argv: args,
    terminal: {
      input: typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input,
      result: (line) => void (stdout += `${toPrintable(line)}\n`),
      progressLine: (line) => void (stderr += `${toPrintable(line)}\n`),
      status: () => undefined,
      progressPart: (text) => void (stderr += toPrintable(text)),
      style: (_style, text) => text,
      interactive: false,
      prompt: () => Promise.resolve(undefined),
    },
    workingDirectory: folder,
    environment: { ...process.env, ...environment },
    script,
    signal: new AbortController().signal,
  });
  return { code, signal: null, stdout, stderr };
}
