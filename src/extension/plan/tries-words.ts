import type { PlanCompilationSummary } from '../../engine.ts';
import type { PlanTry } from '../../plan/compile/compile-plan.ts';

const STAGES: Readonly<Record<PlanTry['stage'], string>> = {
  form: 'the answer has not the right form',
  rules: 'the plan breaks its rules',
  review: 'the reviewer objects',
  accepted: 'accepted',
};

/** One line for progress and log: `Try 2: the plan breaks its rules (3)`. */
export function tryWords({ number, stage, errors }: PlanTry): string {
  return `Try ${number}: ${STAGES[stage]}${errors.length > 0 ? ` (${errors.length})` : ''}`;
}

/** Everything that was wrong with each try, in Markdown. */
export function triesText({ specification, model, status, createdAt, tries }: PlanCompilationSummary): string {
  const verdict =
    status === 'valid'
      ? 'The last answer keeps every rule; it was written as the plan.'
      : 'No answer kept every rule, and nothing was written. Make the specification more exact, or use another model.';
  const sections = tries.flatMap((one) => [
    `## Try ${one.number}: ${STAGES[one.stage]}`,
    '',
    ...one.errors.flatMap((error) => [listItem(error)]),
    ...(one.errors.length > 0 ? [''] : []),
  ]);
  return [`# Plan of ${specification}`, '', `${createdAt}, ${model}`, '', verdict, '', ...sections].join('\n');
}

/** An error of several lines stays one item. */
function listItem(error: string): string {
  return `- ${error.split(/\r?\n/).join('\n  ')}`;
}
