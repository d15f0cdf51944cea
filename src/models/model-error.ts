import { HoldfastError } from '../shared/errors.ts';
import type { HoldfastErrorOptions } from '../shared/errors.ts';

interface ModelErrorOptions extends HoldfastErrorOptions {
  readonly statusCode?: number;
  /** How long the server asks to wait before the call is made again. */
  readonly retryAfterMs?: number;
  /** Whether the request may have been answered, and so billed, in part. */
  readonly answered?: boolean;
}

/** A call of a model failed. */
export class ModelError extends HoldfastError {
  readonly statusCode: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly answered: boolean;

  constructor(message: string, options: ModelErrorOptions = {}) {
    super('model', message, options);
    this.name = 'ModelError';
    this.statusCode = options.statusCode;
    this.retryAfterMs = options.retryAfterMs;
    this.answered = options.answered ?? false;
  }
}

/** The model sent nothing for too long. */
export class StalledError extends ModelError {
  constructor(reference: string, milliseconds: number) {
    super(`Failed to call ${reference}: it sent nothing for ${Math.round(milliseconds / 100) / 10} s`, {
      retryable: true,
      answered: true,
      hint: 'Try again, choose another model, or raise the stall time limit for a slow one.',
    });
    this.name = 'StalledError';
  }
}

/** The answer ended before the model said that it was finished. */
export class TruncatedAnswerError extends ModelError {
  constructor(reference: string) {
    super(`Failed to call ${reference}: the answer was cut off before it was finished`, {
      retryable: true,
      answered: true,
      hint: 'The connection or the server ended the answer early; try again.',
    });
    this.name = 'TruncatedAnswerError';
  }
}

/** The answer failed after a part of it had been heard, so the call was not made again unseen. */
export class AnswerBrokenOffError extends ModelError {
  constructor(error: ModelError) {
    super(error.message, {
      hint: error.hint,
      retryable: error.retryable,
      statusCode: error.statusCode,
      retryAfterMs: error.retryAfterMs,
      answered: true,
      cause: error,
    });
    this.name = 'AnswerBrokenOffError';
  }
}
