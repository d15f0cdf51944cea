import { Worker } from 'node:worker_threads';
import { formatExpiry } from '../../agent-hooks/hooks/hook-deadline.ts';

/** How much later than the time of a judgement its processes end themselves, in milliseconds. */
const GRACE_MS = 4_000;

/** Runs in a separate thread, so it must not use anything of this module. */
const CODE = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
setTimeout(() => {
  writeSync(2, workerData.message + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, workerData.afterMs);
`;

/**
 * Ends this process if it still runs some time after the end of its judgement, even if a computation blocks its main thread,
 * where no timer fires.
 *
 * @param seconds the time of the judgement
 */
export function startWatchdog(seconds: number): AsyncDisposable {
  const workerData = { afterMs: seconds * 1000 + GRACE_MS, message: formatExpiry(seconds) };
  const worker = new Worker(CODE, { eval: true, workerData, env: {}, execArgv: [] });
  worker.unref();
  return {
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
