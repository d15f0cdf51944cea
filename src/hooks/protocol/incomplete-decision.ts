import { formatCount } from '../../foundation/format-count.ts';
import { CHANGE_KEY, countBlocks, countKeyOf } from '../sessions/count-blocks.ts';
import type { CountFile } from '../sessions/count-file.ts';
import { formatExpiry } from './hook-deadline.ts';
import type { HookDecision } from './hook-answer.ts';
import { formatStopReason, formatViolations, type StopViolation } from './stop-reason.ts';

/** What the end of a session is answered with if its judgement does not become complete. */
export interface IncompleteDecision {
  readonly kind: 'incomplete';
  /** Absent if no refusal is left, or if the client gives its session no id. */
  readonly refusal?: { readonly decision: HookDecision; readonly counts: CountFile } | undefined;
  /** Without a refusal, or if it cannot be counted. */
  readonly released: HookDecision;
  /** If the start of the session alone could not be judged in time. */
  readonly excused: HookDecision;
}

export interface IncompleteJudgement {
  /** What is wrong for certain. */
  readonly violations: readonly StopViolation[];
  /** The chunks that are not judged, as keys; empty if they are not known yet. */
  readonly unjudged: readonly string[];
  readonly changedFiles: number | undefined;
}

export interface RefusalCounts {
  readonly blocks: Readonly<Record<string, number>>;
  readonly maxBlocks: number;
  /** Absent if the client gives its session no id. */
  readonly toFile: ((blocks: Readonly<Record<string, number>>) => CountFile) | undefined;
}

/**
 * [AGENT-1] A judgement that runs out of time refuses with what is decided so far. What the agent wrote makes it slow, unless
 * the start of the session is as slow. The refusals count for the chunks that fail and for those that are not judged.
 *
 * @param seconds the time that it had
 */
export function decideIncomplete(
  { violations, unjudged, changedFiles }: IncompleteJudgement,
  { blocks, maxBlocks, toFile }: RefusalCounts,
  seconds: number,
): IncompleteDecision {
  const late = unjudged.length === 0 && violations.length === 0 ? [CHANGE_KEY] : unjudged;
  const counted = countBlocks([...violations.map(countKeyOf), ...late], blocks, maxBlocks);
  const missing = describeMissing(unjudged, changedFiles, seconds);
  const found = violations.length === 0 ? [] : ['What is not done for certain:', ...formatViolations(violations)];
  const release = (reason: string): HookDecision => ({
    kind: 'allow',
    notes: [`Holdfast did not judge all of the work: ${missing}`, `${reason} The agent may end now.`, ...found],
  });
  const reason =
    toFile === undefined
      ? 'The client gives its session no id.'
      : `The end was refused ${formatCount(maxBlocks, 'time')}.`;
  return {
    kind: 'incomplete',
    refusal:
      counted === undefined || toFile === undefined
        ? undefined
        : {
            decision: {
              kind: 'refuse',
              reason: formatStopReason(
                violations.filter((violation) => counted.open.has(countKeyOf(violation))),
                { refusal: counted.refusal, maxBlocks, missing },
              ),
            },
            counts: toFile(counted.blocks),
          },
    released: release(reason),
    excused: release(
      'The end is not refused, because the start of the session alone could not be judged in that time.',
    ),
  };
}

function describeMissing(unjudged: readonly string[], changedFiles: number | undefined, seconds: number): string {
  const parts = unjudged.length === 0 ? '' : ` Not judged completely: ${unjudged.join(', ')}.`;
  const files = changedFiles === undefined ? '' : ` The change has ${formatCount(changedFiles, 'file')}.`;
  return `${formatExpiry(seconds)}${parts}${files}`;
}
