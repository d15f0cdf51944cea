import * as z from 'zod';

const record = z.record(z.string(), z.unknown());

/** An object of a file of the workspace; `undefined` for any other value. */
export function parseRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return record.safeParse(value).data;
}
