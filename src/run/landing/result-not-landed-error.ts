import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import { toStorageError } from '../../foundation/storage-error.ts';
import type { LandingReport } from '../report/run-result.ts';

/** A passed result could not be landed or stored for review. It is kept, and the report says where. */
export class ResultNotLandedError extends HoldfastError {
  readonly landing: LandingReport;

  /** @param keptRef the ref of the result */
  constructor(thrown: unknown, keptRef: string, notes: readonly string[] = []) {
    const converted = toStorageError('land the result', thrown);
    const cause =
      converted instanceof HoldfastError
        ? converted
        : new HoldfastError('internal', `Failed to land the result: ${messageOf(thrown)}`, {
            hint: 'This is an internal error of Holdfast. Report it with the text above.',
          });
    const location = `The result passed and is kept as ${keptRef}. To apply it: git cherry-pick --no-commit ${keptRef}`;
    const message = converted instanceof CancelledError ? 'The landing was cancelled.' : cause.message;
    super(cause.code, message, {
      hint: cause.hint === undefined ? location : `${cause.hint} ${location}`,
      retryable: cause.retryable,
      details: cause.details,
      cause: thrown,
    });
    this.name = 'ResultNotLandedError';
    this.landing = {
      files: [],
      conflicts: [{ file: '', reason: message }],
      keptRef,
      notes: [`No files were written. The result is kept as ${keptRef}.`, ...notes],
    };
  }
}
