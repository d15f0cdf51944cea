import type { SkipReason } from './declared-test.ts';

/** What the body of a test does. Only statements that can be reached count. */
export interface MeasuredBody {
  /** The number of assertions that are not trivial, and whose failure is not ignored. */
  readonly assertions: number;
  /** The number of these assertions that accept almost any value. */
  readonly weakAssertions: number;
  /** The number of calls that are neither assertions nor output. */
  readonly actions: number;
  /** These calls, by name. */
  readonly calls: ReadonlySet<string>;
  /** The number of elements of the literal tables that it loops over; `undefined` without such a loop. */
  readonly loopCases: number | undefined;
  /** How the test skips itself while it runs. */
  readonly skip: SkipReason | undefined;
  /** Whether the test ends the process without a failure. */
  readonly endsProcess: boolean;
}
