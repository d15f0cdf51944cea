import type { WatchedTask } from '../hooks/protocol/hook-report.ts';
import { takeSecrets } from './base/take-secrets.ts';
import { createProcessTerminal } from './base/terminal.ts';
import { endAfter, speaksProtocol } from './base/process-end.ts';
import { runProgram } from './program.ts';
import { createHookWatch } from './watch/hook-task.ts';

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
