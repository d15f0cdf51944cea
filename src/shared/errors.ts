export const ERROR_CODES = [
  'cancelled',
  'configuration',
  'conflict',
  'contract',
  'not-found',
  'outside-tree',
  'process',
  'model',
  'limit',
  'storage',
  'git',
  'untrusted',
  'internal',
] as const;

/** What went wrong, in one word that code can branch on. */
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface HoldfastErrorOptions {
  /** What the person can do about it, as a sentence. */
  readonly hint?: string;
  /** Whether the same call may succeed when it is made again. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** The base of every error that Holdfast raises on purpose. Messages read "Failed to <verb> <thing>: <cause>". */
export class HoldfastError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: HoldfastErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'HoldfastError';
    this.code = code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
  }
}

/** Raised wherever an AbortSignal ended the work; never retried. */
export class CancelledError extends HoldfastError {
  constructor(what: string) {
    super('cancelled', `Cancelled: ${what}`);
    this.name = 'CancelledError';
  }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Throws a CancelledError when the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined, what: string): void {
  if (signal?.aborted) throw new CancelledError(what);
}
