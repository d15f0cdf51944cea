import type { PlanCompilationSummary } from '../../engine.ts';
import type { PlanTry } from '../../plan/compile/compile-plan.ts';

const STAGE_LABELS: Readonly<Record<PlanTry['stage'], string>> = {
  form: 'invalid answer format',
  rules: 'plan rules violated',
  review: 'rejected by the reviewer',
  accepted: 'accepted',
};

/** Formats one line for progress and log: `Try 2: plan rules violated (3)`. */
export function formatTry({ number, stage, errors }: PlanTry): string {
  return `Try ${number}: ${STAGE_LABELS[stage]}${errors.length > 0 ? ` (${errors.length})` : ''}`;
}

/** Formats all tries of a compilation with their errors, as Markdown. */
export function formatTries({ specification, model, status, createdAt, tries }: PlanCompilationSummary): string {
  const verdict =
    status === 'valid'
      ? 'The last answer satisfies every rule and was written as the plan.'
      : 'No answer satisfies every rule. Nothing was written. Make the specification more precise, or select another model.';
  const sections = tries.flatMap(({ number, stage, errors }) => [
    `## Try ${number}: ${STAGE_LABELS[stage]}`,
    '',
    ...errors.map(toListItem),
    ...(errors.length > 0 ? [''] : []),
  ]);
  return [`# Plan for ${specification}`, '', `${createdAt}, ${model}`, '', verdict, '', ...sections].join('\n');
}

/** Indents the further lines of an error, so that it stays one list item. */
function toListItem(error: string): string {
  return `- ${error.split(/\r?\n/).join('\n  ')}`;
}
