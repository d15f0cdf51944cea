import type { PendingChoice } from '../../engine.ts';

/** Why a run waits for a choice, in one sentence. */
export function choiceReason({ gates, attemptCount }: Pick<PendingChoice, 'gates' | 'attemptCount'>): string {
  const names = gates.map((gate) => `"${gate.name}"`).join(', ');
  const single = gates.length === 1;
  const noun = single ? 'gate' : 'gates';
  if (gates.length > 0 && gates.every((gate) => gate.verdict === 'BROKEN'))
    return `The ${noun} ${names} could not be judged.`;
  // The count begins anew with a retry, which may have been broken off before its first attempt.
  if (attemptCount === 0) return `The ${noun} ${names} ${single ? 'does' : 'do'} not hold.`;
  const attempts = `${attemptCount} ${attemptCount === 1 ? 'attempt' : 'attempts'}`;
  return `The ${noun} ${names} ${single ? 'has used up its' : 'have used up their'} ${attempts}.`;
}
