import type { PlanTry } from '../../verdicts/plan/compile/compile-plan.ts';

const STAGE_LABELS: Readonly<Record<PlanTry['stage'], string>> = {
  form: 'the answer is not a contract',
  rules: 'the plan breaks plan rules',
  review: 'the reviewer objects',
  accepted: 'accepted',
};

/** Prints one try of the planner with its errors. */
export function printTry(write: (line: string) => void, { number, stage, errors }: PlanTry): void {
  write(`try ${number}: ${STAGE_LABELS[stage]}`);
  for (const error of errors) for (const line of error.split(/\r?\n/)) write(`  ${line}`);
}
