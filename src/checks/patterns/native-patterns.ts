import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CancelledError, HoldfastError, messageOf } from '../../shared/errors.ts';
import type { PatternMatch } from './pattern.ts';

/** Runs in a thread of its own, which can be ended while a pattern is at work. Plain JavaScript: it is not bundled. */
const THREAD = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ source, flags, text }) => {
  const match = new RegExp(source, flags).exec(text);
  parentPort.postMessage(match ? { start: match.index, end: match.index + match[0].length } : null);
});
`;

/** Runs patterns on the native engine, one at a time, each with a time limit. */
export class NativePatterns implements AsyncDisposable {
  readonly #limitMs: number;
  readonly #signal: AbortSignal;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limitMs: number, signal: AbortSignal) {
    this.#limitMs = limitMs;
    this.#signal = signal;
  }

  /** Throws where the limit is reached: the pattern then needs far too many steps for this text. */
  find(source: string, flags: string, text: string): Promise<PatternMatch | undefined> {
    const found = this.#last.then(() => this.#find(source, flags, text));
    this.#last = found.catch(() => undefined);
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #find(source: string, flags: string, text: string): Promise<PatternMatch | undefined> {
    if (this.#signal.aborted) throw new CancelledError(`the pattern ${source}`);
    const worker = (this.#worker ??= await startedThread());
    let release = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const answered = (match: PatternMatch | null): void => resolve(match ?? undefined);
        const failed = (reason: unknown): void => {
          reject(new HoldfastError('internal', `Failed to run the pattern ${source}: ${messageOf(reason)}`));
        };
        const ended = (): void => failed('its thread ended');
        const cancelled = (): void => reject(new CancelledError(`the pattern ${source}`));
        const timer = setTimeout(() => reject(tooSlow(source, this.#limitMs)), this.#limitMs);
        this.#signal.addEventListener('abort', cancelled, { once: true });
        worker.on('message', answered).on('error', failed).on('exit', ended);
        release = () => {
          clearTimeout(timer);
          this.#signal.removeEventListener('abort', cancelled);
          // Only these: the thread has listeners of its own, without which no further message would arrive.
          worker.off('message', answered).off('error', failed).off('exit', ended);
        };
        worker.postMessage({ source, flags, text });
      });
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      release();
    }
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** The limit counts from when the thread runs: on a busy machine that alone may take a while. */
async function startedThread(): Promise<Worker> {
  const worker = new Worker(THREAD, { eval: true, env: {}, execArgv: [] });
  await once(worker, 'online');
  return worker;
}

function tooSlow(source: string, limitMs: number): HoldfastError {
  return new HoldfastError(
    'limit',
    `Failed to run the pattern ${source}: it was still at work after ${limitMs / 1000} s`,
    { hint: 'Write it without back references and lookahead: it then runs in linear time.' },
  );
}
