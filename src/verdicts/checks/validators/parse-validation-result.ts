import * as z from 'zod';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { AssertionResult, ValidatorAnswer } from '../interfaces/result.ts';
import { toDisplayText } from '../wording/excerpt.ts';

/** The parts of a validator's result that are used. A custom validator can return anything, so the shape is verified. */
const resultSchema = z.object({
  passed: z.boolean(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  error: z.string().nullish(),
  tier: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullish(),
  // Set by a built-in validator that a custom one delegates to.
  mismatch: z.enum(['similar-name', 'not-a-function']).optional().catch(undefined),
  similar: z.string().optional().catch(undefined),
  signature: z.string().optional().catch(undefined),
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

/** A validator's answer with the fields that only the assertion's result shows. */
export interface LocatedAnswer
  extends
    ValidatorAnswer,
    Pick<
      AssertionResult,
      'untrusted' | 'mismatch' | 'similar' | 'signature' | 'missingPackage' | 'failingFiles' | 'location'
    > {}

/** Parses the result of a validator. Throws if it has no verdict. A result with an error never passes. */
export function parseValidationResult(validator: string, result: unknown, durationMs: number): LocatedAnswer {
  const parsed = resultSchema.safeParse(result);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = issue?.path.length ? `${issue.path.join('.')}: ` : '';
    throw new HoldfastError(
      'contract',
      `Failed to read the result of the validator ${validator}: ${key}${issue?.message ?? 'it is not a validation result'}`,
    );
  }
  const { passed, expected, actual, error, tier, mismatch, similar, signature, location } = parsed.data;
  return {
    validator,
    passed: passed && !error,
    tier: tier ?? undefined,
    expected: toText(expected),
    actual: toText(actual),
    error: error ?? undefined,
    durationMs,
    mismatch,
    similar,
    signature,
    location: location ?? undefined,
  };
}

function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : toDisplayText(value, 1_000);
}
