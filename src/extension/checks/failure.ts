import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { Failure } from '../state/workspace-state.ts';

/** What was thrown, as a sentence and what to do about it. */
export function failureOf(thrown: unknown): Failure {
  return thrown instanceof HoldfastError && thrown.hint !== undefined
    ? { message: thrown.message, hint: thrown.hint }
    : { message: messageOf(thrown) };
}

/** Whether the work ended because it was told to. */
export function isCancelled(thrown: unknown): boolean {
  return (
    (thrown instanceof HoldfastError && thrown.code === 'cancelled') ||
    (thrown instanceof Error && thrown.name === 'AbortError')
  );
}

/** One line for a notification or the log. */
export function failureText(failure: Failure): string {
  return failure.hint ? `${failure.message} ${failure.hint}` : failure.message;
}
