import { HOOK_LIMITS, type HookEvent } from '../clients/agent-client.ts';

/** How much earlier than the client Holdfast ends, in seconds. */
const RESERVE_SECONDS = 10;

/** How long the answer of a hook takes at most, in seconds. */
export function hookDeadlineSeconds(event: HookEvent, timeoutSeconds: number | undefined): number {
  return timeoutSeconds ?? HOOK_LIMITS[event] - RESERVE_SECONDS;
}

export function formatExpiry(seconds: number): string {
  return `The judgement took longer than ${seconds} seconds.`;
}
