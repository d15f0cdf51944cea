import type { GateJudgement } from './judgement.ts';
import { nameOf } from './guidance.ts';

/** [GATE-5] What a run that goes on has to say of its gates; those that only inform are left to the log. */
export function warningsOf(judgements: readonly GateJudgement[]): readonly string[] {
  return judgements.filter((one) => one.mode === 'advisory' && one.verdict !== 'PASS').map(verdictInWords);
}

/** A gate that did not pass, in one sentence that names it. */
export function verdictInWords({ gate, mode, verdict, reasoning }: GateJudgement): string {
  const what = verdict === 'BROKEN' ? 'could not be judged' : 'failed';
  return `The ${mode} gate ${nameOf(gate)} ${what}: ${reasoning}`;
}
