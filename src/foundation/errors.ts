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
  'unsupported',
  'internal',
] as const;

/** The category of an error. Code branches on this value, never on the message. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One of several errors that a HoldfastError reports. */
export interface ErrorDetail {
  /** The data path of the value with the error. Absent if the error does not belong to one value. */
  readonly path?: string | undefined;
  /** The error without the path. */
  readonly message: string;
  /** The file with the error, relative to the workspace folder, and the line, from 1. Absent if the value is in no file. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

export interface HoldfastErrorOptions {
  /** What the user can do, as an imperative sentence. */
  readonly hint?: string | undefined;
  /** Whether the same call may succeed if it is repeated. Default: false. */
  readonly retryable?: boolean | undefined;
  /** The errors that the message lists, for code that shows each error at its value. */
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly cause?: unknown;
}

/**
 * The base class of every error that Holdfast throws on purpose. The message of a failed operation has the form "Failed to
 * <verb> <thing>: <cause>".
 */
export class HoldfastError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly details: readonly ErrorDetail[];

  constructor(code: ErrorCode, message: string, options: HoldfastErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'HoldfastError';
    this.code = code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? [];
  }
}

/** Thrown when an AbortSignal ends the work. Never retried. */
export class CancelledError extends HoldfastError {
  /** @param action the action that was cancelled, for example `run the step build` */
  constructor(action: string) {
    super('cancelled', `Cancelled: ${action}`);
    this.name = 'CancelledError';
  }
}

/** The text of an error detail: the path, if any, and the message. */
export function formatErrorDetail({ path, message }: ErrorDetail): string {
  return path === undefined ? message : `${path}: ${message}`;
}

/** The message of any thrown value. */
export function messageOf(thrown: unknown): string {
  if (isStackOverflow(thrown)) return 'it is nested too deeply';
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Throws a CancelledError if the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined, action: string): void {
  if (signal?.aborted) throw new CancelledError(action);
}

/** Whether a recursion was too deep for the call stack, such as that of a parser for a deeply nested text. */
export function isStackOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && /call stack/i.test(thrown.message);
}

/**
 * Reads a text or data with a recursive function.
 *
 * @param name names the text in the message
 * @throws HoldfastError `limit` if the text is nested too deeply for the call stack
 */
export function readNested<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (thrown) {
    if (!isStackOverflow(thrown)) throw thrown;
    throw new HoldfastError('limit', `Failed to read ${name}: it is nested too deeply`, { cause: thrown });
  }
}
