import { HoldfastError, messageOf } from '../../shared/errors.ts';

/** An error as the editor shows it. */
export interface Failure {
  readonly message: string;
  /** What the person can do about it. */
  readonly hint?: string | undefined;
}

export function toFailure(thrown: unknown): Failure {
  return thrown instanceof HoldfastError && thrown.hint !== undefined
    ? { message: thrown.message, hint: thrown.hint }
    : { message: messageOf(thrown) };
}

/** Whether the work ended because it was cancelled. */
export function isCancelled(thrown: unknown): boolean {
  return (
    (thrown instanceof HoldfastError && thrown.code === 'cancelled') ||
    (thrown instanceof Error && thrown.name === 'AbortError')
  );
}

/** Message and hint on one line, for a notification or the log. */
export function formatFailure(failure: Failure): string {
  return failure.hint ? `${failure.message} ${failure.hint}` : failure.message;
}

/** Whether what was queried does not exist. */
export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'not-found';
}
