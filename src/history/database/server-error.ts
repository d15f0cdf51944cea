import { HoldfastError, messageOf } from '../../shared/errors.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Whether a transaction on a server conflicted with another one and can be repeated. */
export function isConflict(thrown: unknown): boolean {
  const code = readCode(thrown);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Converts an error of a server to a HoldfastError. Messages of PostgreSQL contain no password. */
export function toServerError(verb: string, name: string, thrown: unknown): HoldfastError {
  if (thrown instanceof HoldfastError) return thrown;
  const code = readCode(thrown);
  const isRefused = code !== undefined && (code.startsWith('28') || code === '3D000' || code === '42501');
  const cause = isRefused || code !== undefined ? messageOf(thrown) || code : messageOf(thrown);
  return new HoldfastError('storage', `Failed to ${verb} the shared history on ${name}: ${cause}`, {
    hint: isRefused
      ? 'Check the user, the password and the database in HOLDFAST_DATABASE_URL. The user needs the right to create schemas.'
      : 'Nothing that was recorded is lost. Start the server, or check HOLDFAST_DATABASE_URL, and try again. Without the variable, the history is a file of this repository.',
    retryable: !isRefused,
  });
}

function readCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
