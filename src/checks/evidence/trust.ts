import { HoldfastError } from '../../shared/errors.ts';

/** Throws where the workspace is restricted; `what` completes "… is not done". */
export function requireTrust(trusted: boolean, what: string): void {
  if (trusted) return;
  throw new HoldfastError('untrusted', `Not run in a restricted workspace: ${what}`, {
    hint: 'Trust the workspace to run every check.',
  });
}
