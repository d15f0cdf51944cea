import * as z from 'zod';
import type { Queries } from '../database/connection.ts';
import { requiredResults } from '../../foundation/verdict.ts';

const resultsSchema = z.array(
  z.object({
    passed: z.boolean(),
    assertion: z.object({ type: z.string(), message: z.string(), check: z.object({ type: z.string() }) }),
  }),
);

const validationSchema = z.object({
  postconditionResults: resultsSchema.default([]),
  assertResults: resultsSchema,
  suggestResults: resultsSchema,
});

/** A failed assertion or postcondition of an attempt. */
interface AssertionFailure {
  readonly type: string;
  readonly check_type: string;
  readonly message: string;
}

/** The failed assertions and postconditions of a validation, each once. Empty if the value is no validation. */
export function assertionFailuresOf(validation: unknown): readonly AssertionFailure[] {
  const parsed = validationSchema.safeParse(validation);
  if (!parsed.success) return [];
  const failures = new Map<string, AssertionFailure>();
  for (const { passed, assertion } of [...requiredResults(parsed.data), ...parsed.data.suggestResults]) {
    if (passed) continue;
    const failure = { type: assertion.type, check_type: assertion.check.type, message: assertion.message };
    failures.set(JSON.stringify(failure), failure);
  }
  return [...failures.values()];
}

/** Writes the failed assertions of an attempt. Must run in the transaction that writes the attempt. */
export async function writeAssertionFailures(
  queries: Queries,
  attempt: {
    readonly attempt_id: number;
    readonly run_id: string;
    readonly spec_id: string;
    readonly chunk_id: string;
  },
  validation: unknown,
): Promise<void> {
  const failures = assertionFailuresOf(validation).map((failure) => ({ ...attempt, ...failure }));
  if (failures.length > 0) await queries.insertInto('assertion_failures').values(failures).execute();
}
