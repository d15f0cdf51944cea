/**
 * Something about a change that a reviewer should look at. It is no verdict: it changes no exit code, and no prompt or answer
 * to an agent contains it. Only facts about a plan are also in the notes of hooks. There is one for each rule and file.
 */
export interface Fact {
  /** The rule that reports it, for example `expected-value`. */
  readonly rule: string;
  /** Relative to the folder. */
  readonly file: string;
  /** 1-based, in the file after the change. The first place, if there are several. */
  readonly line: number;
  /** What the change does, as one sentence without a full stop. */
  readonly message: string;
  /** The part of the first place that differs. Absent if there was nothing. */
  readonly before?: string | undefined;
  /** Absent if there is nothing left. */
  readonly after?: string | undefined;
  /** How many places of the file the rule reports. */
  readonly places: number;
}

/** How many facts a report for people lists. The others are counted. */
export const MAX_SHOWN_FACTS = 10;

/** A fact as one line, without its place: `An expected value changed: 3 → 4 (and 2 more)`. */
export function formatFact({ message, before, after, places }: Fact): string {
  const difference =
    before === undefined && after === undefined ? '' : `: ${before ?? '(nothing)'} → ${after ?? '(nothing)'}`;
  return `${message}${difference}${places === 1 ? '' : ` (and ${places - 1} more)`}`;
}
