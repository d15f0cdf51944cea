import { Worker } from 'node:worker_threads';
import { formatExpiry } from '../../hooks/protocol/hook-deadline.ts';

/** How much later than the time of a judgement its processes end themselves, in milliseconds. */
const GRACE_MS = 4_000;

/** Runs in a separate thread, so it must not use anything of this module. */
const CODE = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
setTimeout(() => {
  writeSync(2, workerData.message + '\\n');
  for (const id of workerData.children) {
    try {
      if (id > 0) process.kill(id, 'SIGKILL');
    } catch {}
  }
  process.kill(process.pid, 'SIGKILL');
}, workerData.afterMs);
`;

/** The most child processes that a watchdog ends. A hook has two at a time. */
const MAX_CHILDREN = 16;

export interface Watchdog extends AsyncDisposable {
  /** Ends a child process too, until the returned function is called. */
  watch(processId: number): () => void;
}

/**
 * Ends this process and its watched children if it still runs some time after the end of its judgement, even if a computation
 * blocks its main thread, where no timer fires.
 *
 * @param seconds the time of the judgement
 */
export function startWatchdog(seconds: number): Watchdog {
  const children = new Int32Array(new SharedArrayBuffer(MAX_CHILDREN * Int32Array.BYTES_PER_ELEMENT));
  const workerData = { afterMs: seconds * 1000 + GRACE_MS, message: formatExpiry(seconds), children };
  const worker = new Worker(CODE, { eval: true, workerData, env: {}, execArgv: [] });
  worker.unref();
  return {
    watch: (processId) => {
      const slot = children.indexOf(0);
      if (slot !== -1) children[slot] = processId;
      return () => {
        if (slot !== -1) children[slot] = 0;
      };
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
