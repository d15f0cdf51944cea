import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import type { HookEvent } from '../clients/agent-client.ts';
import { formatHookAnswer, type HookAnswer, type HookDecision } from './hook-answer.ts';

/** What Holdfast did not do, and what the person can do about it. */
const CONSEQUENCES: Readonly<Record<HookEvent, readonly [missing: string, hint: string]>> = {
  'session-start': [
    'did not prepare the session',
    'The agent may continue. Its work is judged at its end, from the start if that was recorded.',
  ],
  'pre-edit': ['did not judge the edit', 'The agent may continue. Its work is judged at its end.'],
  stop: ['did not judge the work', 'The agent may end. Run "holdfast check" to judge the work.'],
};

/**
 * [AGENT-1] What a hook decides if Holdfast itself fails: the agent continues, and the person learns why nothing was judged. A
 * refusal that the agent cannot satisfy would make it loop.
 */
export function decideAfterFault(event: HookEvent, thrown: unknown): HookDecision {
  const hint = thrown instanceof HoldfastError ? thrown.hint : undefined;
  const [missing, consequence] = CONSEQUENCES[event];
  return {
    kind: 'allow',
    notes: [`Holdfast ${missing}: ${messageOf(thrown)}`, ...(hint === undefined ? [] : [hint]), consequence],
  };
}

/** The answer after a fault. What lets an agent continue is the same for every client. */
export function answerAfterFault(event: HookEvent, thrown: unknown): HookAnswer {
  return formatHookAnswer('claude', event, decideAfterFault(event, thrown));
}
