import { DamagedHistoryError } from '../../foundation/damaged-history-error.ts';
import { SignInRefused } from './sign-in-refused.ts';
import { HoldfastError, messageOf, type ErrorCode } from '../../foundation/errors.ts';

/** An error as the editor shows it. */
export interface ShownFailure {
  readonly message: string;
  /** What the person can do about it. */
  readonly hint?: string | undefined;
}

export function toFailure(thrown: unknown): ShownFailure {
  return thrown instanceof HoldfastError && thrown.hint !== undefined
    ? { message: thrown.message, hint: thrown.hint }
    : { message: messageOf(thrown) };
}

/** What the editor offers against an error: another model or key, or a new history. */
export type Remedy = 'model' | 'history';

/** What helps against what was thrown. */
export function findRemedy(error: unknown): Remedy | undefined {
  if (error instanceof DamagedHistoryError) return 'history';
  if (!(error instanceof HoldfastError) || error instanceof SignInRefused) return undefined;
  return findRemedyFor(error.code);
}

/** What helps against the error of a run. */
export function findRemedyFor(code: ErrorCode): Remedy | undefined {
  return code === 'model' || code === 'configuration' ? 'model' : undefined;
}

/** Whether the work ended because it was cancelled. */
export function isCancelled(thrown: unknown): boolean {
  return (
    (thrown instanceof HoldfastError && thrown.code === 'cancelled') ||
    (thrown instanceof Error && thrown.name === 'AbortError')
  );
}

/** Message and hint on one line, for a notification or the log. */
export function formatFailure(failure: ShownFailure): string {
  return failure.hint ? `${failure.message} ${failure.hint}` : failure.message;
}

/** Whether what was queried does not exist. */
export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'not-found';
}
