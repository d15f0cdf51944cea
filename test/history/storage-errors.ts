import { HoldfastError } from '../../src/foundation/errors.ts';

/** Whether an error is about the storage, has a message that matches, and a hint. */
export const isStorageError = (pattern: RegExp) => (thrown: unknown) =>
  thrown instanceof HoldfastError &&
  thrown.code === 'storage' &&
  pattern.test(thrown.message) &&
  (thrown.hint ?? '') !== '';
