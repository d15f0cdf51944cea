import { HoldfastError, type ErrorCode } from '../../foundation/errors.ts';

/** Why a call to a forge failed. Code branches on this value, never on the message. */
export type ForgeProblem =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'branch-in-use'
  | 'invalid'
  | 'rate-limited'
  | 'unavailable';

const CODES: Readonly<Record<ForgeProblem, ErrorCode>> = {
  unauthorized: 'configuration',
  forbidden: 'configuration',
  'not-found': 'not-found',
  conflict: 'conflict',
  'branch-in-use': 'conflict',
  invalid: 'internal',
  'rate-limited': 'limit',
  unavailable: 'process',
};

export interface ForgeErrorOptions {
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** When the call may be repeated, in milliseconds since 1970. Only if the forge is rate-limited. */
  readonly retryAt?: number | undefined;
}

/** A call to a forge failed. Its effect may have happened if the forge is unavailable. */
export class ForgeError extends HoldfastError {
  readonly problem: ForgeProblem;
  readonly retryAt: number | undefined;

  constructor(problem: ForgeProblem, message: string, { hint, cause, retryAt }: ForgeErrorOptions = {}) {
    const retryable = problem === 'rate-limited' || problem === 'unavailable';
    super(CODES[problem], message, { hint, cause, retryable });
    this.name = 'ForgeError';
    this.problem = problem;
    this.retryAt = retryAt;
  }
}
