import type { GateReview } from './gate-review.ts';
import { wasReset } from './gate-review.ts';
import type { GateEvidence, GateJudgement } from './judgement.ts';

/** What is told of one gate; the output of a command can be long. */
const MOST_CHARACTERS = 6_000;

/**
 * [GATE-3] What the next attempt is told of the gates that it has to pass: attempt n of m, what may be done better, and
 * what was said of the attempt before.
 */
export function gateGuidance(review: GateReview, failed: readonly GateJudgement[]): string {
  const afterReset = wasReset(review) ? ', counted since a person chose to try again' : '';
  const lines = [
    `Attempt ${review.attemptCount + 1} of ${review.maxAttempts}${afterReset}. The asserts held, and these gates did not: ${failed
      .map(({ gate }) => nameOf(gate))
      .join(', ')}. They must pass as well.`,
  ];
  if (review.hints.length > 0)
    lines.push('', 'Consider these improvements:', ...review.hints.map((hint) => `- ${hint}`));
  for (const { gate, reasoning, evidence = [] } of failed) {
    lines.push('', `Previous feedback of ${nameOf(gate)}: ${bounded(reasoning)}`, ...evidence.map(placed));
  }
  return lines.join('\n');
}

/** What people and the model call a gate: its id, and its name where that says more. */
export function nameOf({ id, name }: { readonly id: string; readonly name?: string }): string {
  return name === undefined || name === id ? `"${id}"` : `"${id}" (${name})`;
}

function placed({ file, line, text }: GateEvidence): string {
  return `- ${file}${line === undefined ? '' : `:${line}`}: ${text}`;
}

function bounded(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS / 3)}\n[…]\n${text.slice(-(2 * MOST_CHARACTERS) / 3)}`;
}
