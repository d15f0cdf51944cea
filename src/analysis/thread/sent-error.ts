import { CancelledError, HoldfastError, messageOf } from '../../shared/errors.ts';
import type { ErrorCode } from '../../shared/errors.ts';

/** An error as it crosses to another thread. */
export interface SentError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly stack: string | undefined;
}

const CANCELLED = 'Cancelled: ';

export function sentError(thrown: unknown): SentError {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  if (!(thrown instanceof HoldfastError)) {
    return { code: 'internal', message: messageOf(thrown), hint: undefined, retryable: false, stack };
  }
  const { code, message, hint, retryable } = thrown;
  return { code, message, hint, retryable, stack };
}

/** The error as it was on the other side; where it was thrown there is its cause. */
export function receivedError({ code, message, hint, retryable, stack }: SentError): HoldfastError {
  if (code === 'cancelled') return new CancelledError(message.replace(CANCELLED, ''));
  const cause = new Error('It was thrown in another thread');
  if (stack !== undefined) cause.stack = stack;
  return new HoldfastError(code, message, { hint, retryable, cause });
}
