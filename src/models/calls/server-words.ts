import { isRecord } from '../../foundation/is-record.ts';

/** The keys of a body that contain what the server says, in the order in which they are preferred. */
const WORDS = [
  'message',
  'error',
  'detail',
  'details',
  'errors',
  'msg',
  'error_description',
  'title',
  'reason',
  'metadata',
  'raw',
] as const;
/** The keys that name the kind of an error. */
const KINDS = ['type', 'code', 'status'] as const;
const MAX_DEPTH = 6;

/** What a server said in the body of an error. */
export interface ServerWords {
  /** The message, or the kind of the error if the body has no message. */
  readonly text: string;
  /** The types and codes of the error, which say more than some messages; empty if the body names none. */
  readonly kind: string;
  /** The status that the body itself states, which servers behind a gateway do. */
  readonly statusCode?: number;
  /** The parameters of the request that the body names as wrong. */
  readonly parameters: readonly string[];
}

/**
 * [PROOF-8] Reads what a server said from any of the usual bodies: `{error: {message}}`, `{error}`, `{message}`, `{detail}`,
 * `{errors: […]}`, lists of them, JSON inside a message, a page, and plain text. `undefined` for an empty body.
 */
export function readServerWords(body: string): ServerWords | undefined {
  const text = body.trim();
  const parsed = parseJson(text);
  if (parsed !== undefined) return wordsOfValue(parsed);
  const page = /<(?:!doctype|html|title)\b/i.test(text)
    ? (/<(title|h1)[^>]*>([^<]+)</i.exec(text)?.[2] ?? '')
    : undefined;
  const words = (page ?? text).trim();
  return words === '' ? undefined : { text: words, kind: '', parameters: [] };
}

/** As `readServerWords`, for a value that is parsed already. */
export function wordsOfValue(value: unknown): ServerWords | undefined {
  const kinds = new Set<string>();
  const parameters = new Set<string>();
  let statusCode: number | undefined;
  const read = (part: unknown, depth: number): readonly string[] => {
    if (depth > MAX_DEPTH) return [];
    if (Array.isArray(part)) return part.flatMap((item) => read(item, depth + 1));
    if (typeof part === 'string') {
      const inner = /^\s*[[{]/.test(part) ? parseJson(part) : undefined;
      const words = inner === undefined ? [] : read(inner, depth + 1);
      return words.length > 0 || part.trim() === '' ? words : [part.trim()];
    }
    if (!isRecord(part)) return [];
    // Errors by field: `{errors: {field: [message]}}`.
    const fields = isRecord(part['errors']) ? Object.values(part['errors']).flatMap((one) => read(one, depth + 1)) : [];
    for (const key of ['statusCode', 'status_code', 'status', 'code']) {
      const number = Number(part[key]);
      if (Number.isInteger(number) && number >= 400 && number < 600) statusCode ??= number;
    }
    if (typeof part['param'] === 'string') parameters.add(part['param']);
    if (Array.isArray(part['loc'])) for (const name of part['loc']) parameters.add(String(name));
    for (const key of KINDS) {
      const kind = part[key];
      if ((typeof kind === 'string' && kind !== '') || typeof kind === 'number') kinds.add(String(kind));
    }
    const words = [...WORDS.flatMap((key) => read(part[key], depth + 1)), ...fields];
    const location = Array.isArray(part['loc']) ? `${part['loc'].join('.')}: ` : '';
    return location === '' ? words : words.map((one) => location + one);
  };
  const words = [...new Set(read(value, 0))];
  const kind = [...kinds].filter((one) => !words.includes(one)).join(': ');
  if (words.length === 0 && kind === '') return undefined;
  return {
    text: words.length === 0 ? kind : words.join('; '),
    kind,
    ...(statusCode === undefined ? {} : { statusCode }),
    parameters: [...parameters],
  };
}

function parseJson(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
