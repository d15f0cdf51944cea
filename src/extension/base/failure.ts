import { DamagedHistoryError } from '../../shared/damaged-history-error.ts';
import { SignInRefused } from './sign-in-refused.ts';
import { HoldfastError, messageOf, type ErrorCode } from '../../shared/errors.ts';

/** An error as the editor shows it. */
export interface Failure {
  readonly message: string;
  /** What the person can do about it. */
  readonly hint?: string | undefined;
  readonly remedy?: Remedy | undefined;
}

/** What the editor offers against an error: another model or key, or a new history. */
export type Remedy = 'model' | 'history';

export function toFailure(thrown: unknown): Failure {
  if (!(thrown instanceof HoldfastError)) return { message: messageOf(thrown) };
  const { message, hint } = thrown;
  const remedy = findRemedy(thrown);
  return { message, ...(hint === undefined ? {} : { hint }), ...(remedy === undefined ? {} : { remedy }) };
}

function findRemedy(error: HoldfastError): Remedy | undefined {
  if (error instanceof DamagedHistoryError) return 'history';
  return error instanceof SignInRefused ? undefined : toRemedy(error.code);
}

/** The remedy for a reported error. */
export function toRemedy(code: ErrorCode): Remedy | undefined {
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
export function formatFailure(failure: Failure): string {
  return failure.hint ? `${failure.message} ${failure.hint}` : failure.message;
}

/** Whether what was queried does not exist. */
export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'not-found';
}
