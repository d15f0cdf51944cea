import { CancelledError, HoldfastError, messageOf } from '../../../foundation/errors.ts';
import type { ErrorCode } from '../../../foundation/errors.ts';

/** An error in a form that can be cloned between threads. */
export interface SerializedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly stack: string | undefined;
}

export function serializeError(thrown: unknown): SerializedError {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  if (!(thrown instanceof HoldfastError)) {
    return { code: 'internal', message: messageOf(thrown), hint: undefined, retryable: false, stack };
  }
  const { code, message, hint, retryable } = thrown;
  return { code, message, hint, retryable, stack };
}

/**
 * The error of the other thread; its cause carries the original stack.
 *
 * @param method names the call if it was cancelled
 */
export function deserializeError(
  { code, message, hint, retryable, stack }: SerializedError,
  method: string,
): HoldfastError {
  if (code === 'cancelled') return new CancelledError(method);
  const cause = new Error('Thrown in another thread');
  if (stack !== undefined) cause.stack = stack;
  return new HoldfastError(code, message, { ...(hint === undefined ? {} : { hint }), retryable, cause });
}
