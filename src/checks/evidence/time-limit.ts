import { CancelledError, HoldfastError } from '../../shared/errors.ts';

/**
 * Waits for work at most so long. The work's own signal is aborted at the limit or when the outer one is; what comes
 * of it later is not looked at.
 */
export async function withTimeLimit<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  limitMs: number,
  what: string,
  signal: AbortSignal,
): Promise<Value> {
  if (signal.aborted) throw new CancelledError(what);
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new HoldfastError('limit', `Failed to wait for ${what}: no answer came within ${limitMs / 1000} s`));
    }, limitMs);
    cancel = () => {
      reject(new CancelledError(what));
    };
    signal.addEventListener('abort', cancel, { once: true });
  });
  try {
    return await Promise.race([work(ended.signal), limit]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    ended.abort();
  }
}
