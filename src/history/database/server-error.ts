import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { DATABASE_URL_VARIABLE } from '../../foundation/secret-variables.ts';

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
  const cause = messageOf(thrown) || (code ?? '');
  const kind = classify(thrown, code);
  return new HoldfastError('storage', `Failed to ${verb} the shared history on ${name}: ${cause}`, {
    hint: HINTS[kind],
    // A server that is away needs a person. Only a conflict with other writers passes by itself.
    retryable: isConflict(thrown),
  });
}

const HINTS = {
  refused: `Check the user, the password and the database in ${DATABASE_URL_VARIABLE}. The user needs the right to create schemas.`,
  away: `Nothing that was recorded is lost. Start the server, or check ${DATABASE_URL_VARIABLE}, and try again. Without the variable, the history is a file of this repository.`,
  unexpected: `Nothing that was recorded is lost. The tables of Holdfast on the server may have been changed by another program. Without ${DATABASE_URL_VARIABLE}, the history is a file of this repository.`,
} as const;

/** Classes of error codes: connection, insufficient resources, shutdown, and errors of the server's system. */
const AWAY_CODES = /^(?:08|53|57P|58)/;
/** Classes of error codes: authentication, an unknown database, and missing rights. */
const REFUSED_CODES = /^(?:28|3D000|42501)/;

function classify(thrown: unknown, code: string | undefined): keyof typeof HINTS {
  if (code !== undefined && REFUSED_CODES.test(code)) return 'refused';
  const isAnswer = thrown instanceof Error && 'severity' in thrown;
  return isAnswer && code !== undefined && !AWAY_CODES.test(code) ? 'unexpected' : 'away';
}

function readCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
