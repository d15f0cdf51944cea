import { Worker } from 'node:worker_threads';

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
 * Ends this process after a time even if a computation blocks its main thread, where no timer fires. Dispose it as soon as the
 * work is done.
 *
 * @param message what standard error says then
 */
export function startWatchdog(afterMs: number, message: string): AsyncDisposable {
  const worker = new Worker(CODE, { eval: true, workerData: { afterMs, message }, env: {}, execArgv: [] });
  worker.unref();
  return {
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
