import type { Gate } from '../../contract/model.ts';
import { enforcementModeOf } from './enforcement-mode.ts';

/** [GATE-2] The retry settings of a gate that sets none. */
export const DEFAULT_GATE_RETRY = { maxAttempts: 2, improvementHints: true, preserveContext: true } as const;

/** The number of attempts that a gate allows. */
export function maxAttemptsOf(gate: Gate): number {
  return gate.retry?.maxAttempts ?? DEFAULT_GATE_RETRY.maxAttempts;
}

/**
 * [GATE-2] The smallest `maxAttempts` of all blocking gates. Undefined if no gate is blocking, because advisory and
 * informational gates never limit the attempts.
 */
export function lowestMaxAttempts(gates: readonly Gate[]): number | undefined {
  const limits = gates.filter((gate) => enforcementModeOf(gate) === 'blocking').map(maxAttemptsOf);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/**
 * The hints for the next attempt: the gate's `improvementHints` if it lists any, its criteria if the setting is `true`,
 * none if it is `false`.
 */
export function improvementHintsOf(gate: Gate): readonly string[] {
  const hints = gate.retry?.improvementHints ?? DEFAULT_GATE_RETRY.improvementHints;
  if (typeof hints !== 'boolean') return hints;
  return hints ? gate.criteria : [];
}

/** Whether the next attempt continues the conversation. Every failed gate must allow it. */
export function keepsConversation(failed: readonly Gate[]): boolean {
  return failed.every((gate) => gate.retry?.preserveContext ?? DEFAULT_GATE_RETRY.preserveContext);
}
