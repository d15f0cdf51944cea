import { HoldfastError } from '../../foundation/errors.ts';
import type { HoldfastErrorOptions } from '../../foundation/errors.ts';

/** Why a model cannot process a request: it is too long for the context, or the model cannot call tools. */
export type ModelLimitation = 'context-length' | 'tool-use';

interface ModelErrorOptions extends HoldfastErrorOptions {
  readonly statusCode?: number | undefined;
  /** The delay that the server requests before a retry. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the provider may bill the call, because the server may have produced a part of an answer. */
  readonly mayBeBilled?: boolean | undefined;
  readonly limitation?: ModelLimitation | undefined;
  /** The context window in tokens, if the server states it. */
  readonly contextWindow?: number | undefined;
}

/** A failed model call. */
export class ModelError extends HoldfastError {
  readonly statusCode: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly mayBeBilled: boolean;
  readonly limitation: ModelLimitation | undefined;
  readonly contextWindow: number | undefined;

  constructor(message: string, options: ModelErrorOptions = {}) {
    super('model', message, options);
    this.name = 'ModelError';
    this.statusCode = options.statusCode;
    this.retryAfterMs = options.retryAfterMs;
    this.mayBeBilled = options.mayBeBilled ?? false;
    this.limitation = options.limitation;
    this.contextWindow = options.contextWindow;
  }
}

/** The model sent nothing within the stall time limit. */
export class StalledError extends ModelError {
  constructor(reference: string, milliseconds: number) {
    super(`Failed to call ${reference}: received nothing for ${Math.round(milliseconds / 100) / 10} s`, {
      retryable: true,
      mayBeBilled: true,
      hint: 'Try again, use another model, or increase the setting "limits.stallTimeoutSeconds".',
    });
    this.name = 'StalledError';
  }
}

/** The stream ended before the model reported the end of its answer. */
export class TruncatedAnswerError extends ModelError {
  constructor(reference: string) {
    super(`Failed to call ${reference}: the answer was cut off`, {
      retryable: true,
      mayBeBilled: true,
      hint: 'The connection or the server ended the answer early. Try again.',
    });
    this.name = 'TruncatedAnswerError';
  }
}

/** The answer failed after the caller had received a part of it. The call was not retried automatically. */
export class InterruptedAnswerError extends ModelError {
  constructor(error: ModelError) {
    super(error.message, {
      hint: error.hint,
      retryable: error.retryable,
      statusCode: error.statusCode,
      retryAfterMs: error.retryAfterMs,
      limitation: error.limitation,
      contextWindow: error.contextWindow,
      mayBeBilled: true,
      cause: error,
    });
    this.name = 'InterruptedAnswerError';
  }
}
