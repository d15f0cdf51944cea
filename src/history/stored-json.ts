import * as z from 'zod';
import { HoldfastError } from '../shared/errors.ts';

/** Takes values that must not be stored (keys) out of a text. */
export type Redact = (text: string) => string;

/** A value as the database holds it, with every text in it redacted. */
export function encodeJson(value: unknown, redact: Redact): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) => (typeof part === 'string' ? redact(part) : part));
}

/** A stored value, checked on its way out; `what` names the record in the error. */
export function decodeJson<T>(schema: z.ZodType<T>, text: string, what: string): T {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw unreadable(what, 'it is not JSON', cause);
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw unreadable(what, z.prettifyError(parsed.error), parsed.error);
  return parsed.data;
}

function unreadable(what: string, why: string, cause: unknown): HoldfastError {
  return new HoldfastError('storage', `Failed to read ${what} from the history: ${why}`, {
    hint: 'The record is left as it is and counts as absent. Run the chunk again to write it anew.',
    cause,
  });
}
