import { writeSync } from 'node:fs';
import type { HookWatch, WatchedTask } from '../../hooks/protocol/hook-report.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';

/** Tells a process that answers a hook its task. */
export const TASK_VARIABLE = 'HOLDFAST_HOOK_TASK';

/** The descriptor to which it writes its reports. */
const REPORT_DESCRIPTOR = 3;

interface StartedTask extends WatchedTask {
  /** The process that watches. */
  readonly parent: number;
}

export function formatHookTask(task: WatchedTask): string {
  return JSON.stringify({ ...task, parent: process.pid } satisfies StartedTask);
}

/** The task of this process, removed from its environment; `undefined` if no process watches its time. */
export function takeHookTask(environment: NodeJS.ProcessEnv): WatchedTask | undefined {
  const text = environment[TASK_VARIABLE];
  Reflect.deleteProperty(environment, TASK_VARIABLE);
  if (text === undefined) return undefined;
  const task = JSON.parse(text) as StartedTask;
  // A process that inherited the variable is not watched.
  return task.parent === process.ppid ? task : undefined;
}

export function createHookWatch(task: WatchedTask): HookWatch {
  return { ...task, report: (report) => writeReport(`${JSON.stringify(report)}\n`) };
}

/** Writes at once, so that a report arrives although a computation blocks this thread afterwards. */
function writeReport(text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(REPORT_DESCRIPTOR, bytes, written);
    } catch (thrown) {
      // The pipe is full, and the other process reads it.
      if (systemErrorCode(thrown) !== 'EAGAIN') throw thrown;
    }
  }
}
