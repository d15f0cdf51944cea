import { HoldfastError, messageOf } from './errors.ts';
import { systemErrorCode } from './system-error.ts';

const PERMISSION_HINT = 'Check the permissions of the file and of its folder, then try again.';
const SPACE_HINT = 'Free space on the disk, then try again.';
const HANDLES_HINT = 'Close programs with many open files, or raise the limit of open files, then try again.';

/** What the user can do, by the code of the system error. */
const HINTS: Readonly<Record<string, string>> = {
  EACCES: PERMISSION_HINT,
  EPERM: PERMISSION_HINT,
  EROFS: 'The file system is read-only. Mount it with write access, then try again.',
  ENOSPC: SPACE_HINT,
  EDQUOT: SPACE_HINT,
  EMFILE: HANDLES_HINT,
  ENFILE: HANDLES_HINT,
  EBUSY: 'Close the program that uses the file, then try again.',
  EIO: 'Check the disk, then try again.',
  ENAMETOOLONG: 'Use a shorter path.',
};

/**
 * Converts an error of the operating system to a HoldfastError (`storage`) with a hint. Returns any other value unchanged.
 *
 * @param action the action that failed; completes the message "Failed to …"
 */
export function toStorageError(action: string, thrown: unknown): unknown {
  const code = systemErrorCode(thrown);
  if (thrown instanceof HoldfastError || code === undefined) return thrown;
  return new HoldfastError('storage', `Failed to ${action}: ${messageOf(thrown)}`, {
    hint: HINTS[code],
    retryable: code in HINTS,
    cause: thrown,
  });
}
