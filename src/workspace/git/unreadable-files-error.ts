import { HoldfastError } from '../../foundation/errors.ts';

/** The files of a folder cannot be recorded as they are: they are too many or too large, or one of them cannot be read. */
export class UnreadableFilesError extends HoldfastError {
  constructor(code: 'limit' | 'git', message: string, options: { readonly hint: string; readonly cause?: unknown }) {
    super(code, message, options);
    this.name = 'UnreadableFilesError';
  }
}
