import type { Fact } from '../../foundation/fact.ts';
import type { Contradiction } from '../../verdicts/plan/contradictions/contradiction.ts';

/** A contradiction that is not certain, as a fact at its line of the plan. */
export function toPlanFact(file: string, { kind, message, line }: Contradiction): Fact {
  return { rule: `plan-${kind}`, file, line, message, places: 1 };
}
