import { isSecretName } from '../../workspace/configuration/secret-names.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { DATABASE_URL_VARIABLE } from '../../foundation/secret-variables.ts';

/**
 * The address of a server for messages: without the user, the password and parameters.
 *
 * @throws HoldfastError `configuration` for a malformed URL. The message does not contain it.
 */
export function describeServer(url: string): string {
  const parsed = parseServerUrl(url);
  if (parsed !== undefined) return `postgresql://${parsed.host}${parsed.pathname}`;
  throw new HoldfastError(
    'configuration',
    `Failed to open the shared history: ${DATABASE_URL_VARIABLE} is not a URL of PostgreSQL.`,
    {
      hint: 'Write it as postgresql://user:password@host:5432/database, with special characters of the password percent-encoded.',
    },
  );
}

/**
 * The texts in a URL that must be masked: the URL, the password as it is written and decoded, and the passwords of parameters.
 * A password that is also the name of the user, the database or the host is masked only together with the user, because
 * masking such a word everywhere would make reports unreadable.
 */
export function secretsOfServerUrl(url: string): readonly string[] {
  if (!URL.canParse(url)) return [url];
  const parsed = new URL(url);
  const { username, password } = parsed;
  const written = /^[^:]*:\/\/[^:]*:(.*)@/.exec(url)?.[1] ?? password;
  const names = new Set([parsed.hostname, parsed.pathname.slice(1), username, 'postgres'].map((name) => decode(name)));
  const parameters = [...parsed.searchParams].filter(([name]) => isSecretName(name)).map(([, value]) => value);
  const passwords = [written, password, decode(password), ...parameters].filter((value) => !names.has(value));
  const pairs = password === '' ? [] : [`${username}:${written}@`, `${decode(username)}:${decode(password)}@`];
  return [url, ...passwords, ...pairs];
}

/** `undefined` if a special character in the password makes the URL ambiguous, or if it is not a URL of PostgreSQL. */
function parseServerUrl(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const isServer = parsed.protocol === 'postgresql:' || parsed.protocol === 'postgres:';
  // With an unescaped "/", "?" or "#", a part of the password would be read as the port, and the rest as another part.
  const isAmbiguous = parsed.hash !== '' || (parsed.username === '' && url.includes('@'));
  const isDecodable = [parsed.username, parsed.password].every((part) => tryDecode(part) !== undefined);
  return isServer && !isAmbiguous && isDecodable ? parsed : undefined;
}

function decode(text: string): string {
  return tryDecode(text) ?? text;
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
