import { HoldfastError } from '../../../foundation/errors.ts';

/** Throws an `untrusted` error if the workspace is restricted. @param reason a clause that describes what the check would do */
export function requireTrust(trusted: boolean, reason: string): void {
  if (trusted) return;
  throw new HoldfastError('untrusted', `Not run in a restricted workspace: ${reason}`, {
    hint: 'Trust the workspace to run every check.',
  });
}

/** Whether an error has the code `untrusted`, like those of `requireTrust`. */
export function isUntrustedError(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'untrusted';
}
