import type { PlanTry } from '../../plan/compile/compile-plan.ts';

const WORDS: Readonly<Record<PlanTry['stage'], string>> = {
  form: 'the answer has not the right form',
  rules: 'the plan breaks its rules',
  review: 'the reviewer objects',
  accepted: 'accepted',
};

/** One try of the planner with everything that was wrong with it. */
export function printTry(write: (line: string) => void, { number, stage, errors }: PlanTry): void {
  write(`try ${number}: ${WORDS[stage]}`);
  for (const error of errors) for (const line of error.split(/\r?\n/)) write(`  ${line}`);
}
