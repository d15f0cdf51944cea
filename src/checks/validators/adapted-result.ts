import * as z from 'zod';
import { HoldfastError } from '../../shared/errors.ts';
import type { Location } from '../../shared/position.ts';
import type { ValidatorAnswer } from '../result.ts';
import { shown } from '../wording/excerpt.ts';

/** What is read of a validator's result; validators are written by people, so nothing is taken for granted. */
const resultSchema = z.object({
  passed: z.boolean(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  error: z.string().nullish(),
  tier: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullish(),
  location: z
    .object({
      file: z.string(),
      line: z.number(),
      column: z.number(),
      endLine: z.number().optional(),
      endColumn: z.number().optional(),
    })
    .nullish(),
});

/** A validator's answer, with the place that it speaks of. */
export interface PlacedAnswer extends ValidatorAnswer {
  readonly location?: Location;
}

/** Reads what a validator answered; without a clear verdict it has not answered. An error is never a pass. */
export function adaptResult(validator: string, result: unknown, durationMs: number): PlacedAnswer {
  const read = resultSchema.safeParse(result);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
    throw new HoldfastError(
      'contract',
      `Failed to read the answer of the validator ${validator}: ${where}${issue?.message ?? 'it is no result'}`,
    );
  }
  const { passed, expected, actual, error, tier, location } = read.data;
  return {
    validator,
    passed: passed && !error,
    tier: tier ?? undefined,
    expected: asText(expected),
    actual: asText(actual),
    error: error ?? undefined,
    durationMs,
    location: location ?? undefined,
  };
}

function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : shown(value, 1_000);
}
