import * as z from 'zod';
import { HoldfastError } from '../../foundation/errors.ts';
import { redactOutputs, type Redact } from '../../foundation/output-redaction.ts';

/** Encodes a value as JSON for the database, unaltered. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** Encodes a report as JSON for the database, with its outputs and messages redacted. */
export function encodeReport(report: unknown, redact: Redact): string {
  return encodeJson(redactOutputs(report, redact));
}

/**
 * Decodes and validates a stored value.
 *
 * @param label describes the record in the error message
 * @throws HoldfastError `storage` if the value is not valid
 */
export function decodeJson<T>(schema: z.ZodType<T>, text: string, label: string): T {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw createReadError(label, 'it is not JSON', cause);
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw createReadError(label, z.prettifyError(parsed.error), parsed.error);
  return parsed.data;
}

function createReadError(label: string, reason: string, cause: unknown): HoldfastError {
  return new HoldfastError('storage', `Failed to read ${label} from the history: ${reason}`, {
    hint: 'The record is ignored and not changed. Run the chunk again to create a new one.',
    cause,
  });
}

/** A type whose properties and arrays are readonly at every depth. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;
