import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CancelledError, HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { LineMap } from '../../../foundation/position.ts';
import type { Range } from '../../../foundation/position.ts';
import { SerialQueue } from '../../../foundation/serial-queue.ts';
import type { Pattern, PatternMatch } from './pattern.ts';

/**
 * The program of a separate thread, which can be terminated while a pattern runs. Bundlers do not compile it, so it is
 * plain JavaScript.
 */
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
  readonly #queue = new SerialQueue();

  constructor(limitMs: number, signal: AbortSignal) {
    this.#limitMs = limitMs;
    this.#signal = signal;
  }

  /** Finds the first match; `undefined` if there is none. Throws if the pattern exceeds the time limit. */
  find(source: string, flags: string, text: string): Promise<PatternMatch | undefined> {
    return this.#queue.add(() => this.#find(source, flags, text));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#terminate();
  }

  async #find(source: string, flags: string, text: string): Promise<PatternMatch | undefined> {
    if (this.#signal.aborted) throw new CancelledError(`the pattern ${source}`);
    const worker = (this.#worker ??= await startThread());
    let cleanUp = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const onMessage = (match: PatternMatch | null): void => resolve(match ?? undefined);
        const onError = (reason: unknown): void => {
          reject(new HoldfastError('internal', `Failed to run the pattern ${source}: ${messageOf(reason)}`));
        };
        const onExit = (): void => onError('its thread ended');
        const onAbort = (): void => reject(new CancelledError(`the pattern ${source}`));
        const timer = setTimeout(() => reject(timeLimitError(source, this.#limitMs)), this.#limitMs);
        this.#signal.addEventListener('abort', onAbort, { once: true });
        worker.on('message', onMessage).on('error', onError).on('exit', onExit);
        cleanUp = () => {
          clearTimeout(timer);
          this.#signal.removeEventListener('abort', onAbort);
          // `removeAllListeners` would also remove Node's internal listeners, and no further message would arrive.
          worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        };
        worker.postMessage({ source, flags, text });
      });
    } catch (error) {
      await this.#terminate();
      throw error;
    } finally {
      cleanUp();
    }
  }

  async #terminate(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** Waits until the thread runs, because its start can take long on a busy machine and is not part of the limit. */
async function startThread(): Promise<Worker> {
  const worker = new Worker(THREAD, { eval: true, env: {}, execArgv: [] });
  await once(worker, 'online');
  return worker;
}

function timeLimitError(source: string, limitMs: number): HoldfastError {
  return new HoldfastError(
    'limit',
    `Failed to run the pattern ${source}: it did not finish within ${limitMs / 1000} s`,
    { hint: 'Rewrite it without back references and lookahead, so that it runs in linear time.' },
  );
}

export interface FoundPattern {
  readonly range: Range;
  readonly text: string;
}

/**
 * Finds the first match of a pattern in a text, with the pattern's engine; `undefined` if there is none. Line endings
 * count as `\n`, so that `^` and `$` have the same meaning on every system, unless the pattern contains `\r`. The range
 * refers to the original lines.
 */
export async function findPattern(
  pattern: Pattern,
  text: string,
  native: NativePatterns,
): Promise<FoundPattern | undefined> {
  const searched = pattern.source.includes('\\r') ? text : text.replaceAll('\r\n', '\n');
  const match =
    pattern.engine === 'linear' ? pattern.find(searched) : await native.find(pattern.source, pattern.flags, searched);
  if (!match) return undefined;
  return { range: new LineMap(searched).range(match.start, match.end), text: searched.slice(match.start, match.end) };
}
