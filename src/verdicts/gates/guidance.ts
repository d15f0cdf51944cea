import { hasReset, type GateReview } from './gate-review.ts';
import type { GateEvidence, GateJudgement, GateVerdict } from './judgement.ts';

/** The limit for the reasoning of one gate, which can contain long command output. */
const MAX_REASONING_CHARACTERS = 6_000;

/**
 * [GATE-3] The prompt section for the next attempt after gates failed: the attempt's number, improvement hints, and the
 * feedback on the previous attempt.
 */
export function gateGuidance(review: GateReview, failed: readonly GateJudgement[]): string {
  const suffix = hasReset(review) ? ', counted since a person chose to retry' : '';
  const labels = failed.map(({ gate }) => gateLabel(gate)).join(', ');
  const lines = [
    `Attempt ${review.attemptCount + 1} of ${review.maxAttempts}${suffix}. The asserts passed, but these gates failed: ${labels}. They must pass, too.`,
  ];
  if (review.hints.length > 0)
    lines.push('', 'Consider these improvements:', ...review.hints.map((hint) => `- ${hint}`));
  for (const { gate, reasoning, evidence = [] } of failed) {
    lines.push('', `Previous feedback of ${gateLabel(gate)}: ${truncate(reasoning)}`, ...evidence.map(formatEvidence));
  }
  return lines.join('\n');
}

/** A gate's id, with its name if the name differs from the id. */
export function gateLabel({ id, name }: { readonly id: string; readonly name?: string | undefined }): string {
  return name === undefined || name === id ? `"${id}"` : `"${id}" (${name})`;
}

/** [GATE-5] The warnings of a run that continues: advisory gates that did not pass. Informational ones only go to the log. */
export function gateWarnings(judgements: readonly GateJudgement[]): readonly string[] {
  return judgements.filter(({ mode, verdict }) => mode === 'advisory' && verdict !== 'PASS').map(describeVerdict);
}

/** One sentence on a gate that did not pass. */
export function describeVerdict({ gate, mode, verdict, reasoning }: GateJudgement): string {
  return `The ${mode} gate ${gateLabel(gate)} ${VERDICT_TEXTS[verdict]}: ${reasoning}`;
}

const VERDICT_TEXTS: Readonly<Record<GateVerdict, string>> = {
  PASS: 'passed',
  FAIL: 'failed',
  BROKEN: 'could not be judged',
  UNDECIDED: 'has no verdict of a person',
};

function formatEvidence({ file, line, text }: GateEvidence): string {
  return `- ${file}${line === undefined ? '' : `:${line}`}: ${text}`;
}

function truncate(text: string): string {
  if (text.length <= MAX_REASONING_CHARACTERS) return text;
  const head = MAX_REASONING_CHARACTERS / 3;
  return `${text.slice(0, head)}\n[…]\n${text.slice(-2 * head)}`;
}
