import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { HookDecision } from './hook-answer.ts';

/**
 * [AGENT-1] What a hook decides if Holdfast itself fails: the agent continues, and the person learns why nothing was judged. A
 * refusal that the agent cannot satisfy would make it loop.
 */
export function decideAfterFault(thrown: unknown): HookDecision {
  const hint = thrown instanceof HoldfastError ? thrown.hint : undefined;
  return {
    kind: 'allow',
    notes: [
      `Holdfast did not judge the work: ${messageOf(thrown)}`,
      ...(hint === undefined ? [] : [hint]),
      'The agent may continue. Run "holdfast check" to judge the work.',
    ],
  };
}
