import type { WatchedTask } from '../hooks/protocol/hook-report.ts';
import { takeSecrets } from './base/take-secrets.ts';
import { createProcessTerminal } from './base/terminal.ts';
import { runProgram } from './program.ts';
import { createHookWatch } from './watch/hook-task.ts';
import type { Writable } from 'node:stream';

/** @param task the task of a process that answers a hook */
export async function runMain(task: WatchedTask | undefined): Promise<void> {
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupt.abort());
  const argv = process.argv.slice(2);
  process.exitCode = await runProgram({
    argv,
    terminal: createProcessTerminal(),
    workingDirectory: process.cwd(),
    environment: takeSecrets(process.env),
    script: process.argv[1],
    signal: interrupt.signal,
    hookWatch: task && createHookWatch(task),
  });
  endAfter(interrupt.signal.aborted || speaksProtocol(argv) ? [] : [process.stdout, process.stderr]);
}

/** How long something that a command left open can keep the process alive, in milliseconds. */
const GRACE_MS = 1_000;

/** Whether another program started the command to speak a protocol, and thus waits for its end. */
function speaksProtocol([command, subcommand]: readonly string[]): boolean {
  return command === 'hook' || command === 'mcp' || (command === 'domain' && subcommand === 'serve');
}

/**
 * Ends the process when outputs are written, and the grace has passed [CONF-4]. A pipe whose reader does not read keeps a
 * process alive, and cannot be closed in another way.
 */
function endAfter(outputs: readonly Writable[]): void {
  void Promise.all(outputs.map(untilWritten)).then(() => setTimeout(() => process.exit(), GRACE_MS).unref());
}

function untilWritten(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (output.writableLength === 0 || output.errored !== null) resolve();
    else output.once('error', () => resolve()).write('', () => resolve());
  });
}
