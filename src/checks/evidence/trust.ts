import { HoldfastError } from '../../shared/errors.ts';

const NOT_RUN = 'Not run in a restricted workspace';

/** Whether an error says that a check was left out for want of trust. */
export function isForWantOfTrust(error: string | undefined): boolean {
  return error?.startsWith(NOT_RUN) === true;
}

/** Throws where the workspace is restricted; `what` completes "… is not done". */
export function requireTrust(trusted: boolean, what: string): void {
  if (trusted) return;
  throw new HoldfastError('untrusted', `${NOT_RUN}: ${what}`, {
    hint: 'Trust the workspace to run every check.',
  });
}
