import { createHash } from 'node:crypto';
import { judgedCriteria } from '../../contract/gate-deciders.ts';
import type { Gate } from '../../contract/model.ts';
import type { GateDecision } from '../../verdicts/gates/judgement.ts';
import type { History } from '../../history/history.ts';

/** A person's verdict on the gates of a run that wait for one (GATE-9). */
export interface PersonAnswer {
  readonly verdict: 'pass' | 'fail';
  /** The person's words; undefined if there are none. */
  readonly words: string | undefined;
  /** The gate that the verdict is about; every gate that waits for a person if undefined. */
  readonly gate: string | undefined;
}

/**
 * [GATE-9] The verdict of a person on a change: the given answer, or the recorded verdict on the same criteria and the same
 * change. Without either, the gate is undecided. An answer is recorded with its words and its time.
 */
export async function decideByPerson(
  gate: Gate,
  change: string,
  history: History,
  answer: PersonAnswer | undefined,
): Promise<GateDecision> {
  const criteria = judgedCriteria(gate);
  const key = createHash('sha256')
    .update(JSON.stringify(['person', gate.id, criteria, change]))
    .digest('hex');
  if (answer !== undefined && (answer.gate === undefined || answer.gate === gate.id)) {
    const rationale = answer.words ?? `A person answered "${answer.verdict}" without a reason.`;
    await history.saveVerdict(key, {
      verdict: answer.verdict,
      rationale,
      confidence: 1,
      evidence: [],
      places: [],
      costUsd: 0,
    });
  }
  const recorded = await history.readVerdict(key);
  switch (recorded?.verdict) {
    case 'pass':
      return { verdict: 'PASS', reasoning: recorded.rationale };
    case 'fail':
      return { verdict: 'FAIL', reasoning: recorded.rationale };
    default:
      return { verdict: 'UNDECIDED', reasoning: `A person has to judge: ${criteria.join(' ')}` };
  }
}
