import { messageOf } from '../../foundation/errors.ts';

/**
 * Explains why a program did not start.
 *
 * @param code the system error code, if there is one
 * @param thrown the error for other codes
 */
export function explainStartFailure(program: string, cwd: string, code: string | undefined, thrown?: unknown): string {
  if (code === 'ENOENT') {
    return `Command not found: ${program}. It is neither on the PATH nor in node_modules/.bin of ${cwd} or its parents. Install it or correct the command.`;
  }
  if (code === 'EACCES') return `Permission denied: ${program}. Make its file executable.`;
  return `Failed to start ${program}: ${messageOf(thrown)}`;
}
