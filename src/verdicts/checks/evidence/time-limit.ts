import { CancelledError, HoldfastError } from '../../../foundation/errors.ts';

/**
 * Waits for work up to a time limit. The signal that the work receives is aborted at the limit, when the outer signal is
 * aborted, and when the work ends. A result that arrives after the limit is ignored.
 *
 * @param subject names the work in error messages
 */
export async function withTimeLimit<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  limitMs: number,
  subject: string,
  signal: AbortSignal,
): Promise<Value> {
  if (signal.aborted) throw new CancelledError(subject);
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new HoldfastError('limit', `Failed to wait for ${subject}: no answer within ${limitMs / 1000} s`));
    }, limitMs);
    cancel = () => {
      reject(new CancelledError(subject));
    };
    signal.addEventListener('abort', cancel, { once: true });
  });
  try {
    return await Promise.race([work(controller.signal), limit]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    controller.abort();
  }
}
