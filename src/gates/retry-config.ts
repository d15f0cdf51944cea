import type { Gate } from '../contract/model.ts';
import { modeOf } from './enforcement-mode.ts';

/** [GATE-2] How often and how an attempt is repeated where a gate does not say. */
export const DEFAULT_GATE_RETRY = { maxAttempts: 2, improvementHints: true, preserveContext: true } as const;

/** How often a gate may fail. */
export function attemptsOf(gate: Gate): number {
  return gate.retry?.maxAttempts ?? DEFAULT_GATE_RETRY.maxAttempts;
}

/**
 * [GATE-2] How often the blocking gates among some may fail together: the lowest limit wins. Undefined where none
 * blocks: gates that advise or inform never shorten a run.
 */
export function lowestLimit(gates: readonly Gate[]): number | undefined {
  const limits = gates.filter((gate) => modeOf(gate) === 'blocking').map(attemptsOf);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** What the next attempt may do better: the gate's own sentences, or its criteria. */
export function hintsOf(gate: Gate): readonly string[] {
  const hints = gate.retry?.improvementHints ?? DEFAULT_GATE_RETRY.improvementHints;
  if (typeof hints !== 'boolean') return hints;
  return hints ? gate.criteria : [];
}

/** Whether the next attempt continues the conversation: only where every gate that failed lets it. */
export function continuesConversation(failed: readonly Gate[]): boolean {
  return failed.every((gate) => gate.retry?.preserveContext ?? DEFAULT_GATE_RETRY.preserveContext);
}
