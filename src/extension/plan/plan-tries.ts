import * as l10n from '@vscode/l10n';
import type { PlanCompilationSummary } from '../../engine.ts';
import type { PlanTry } from '../../verdicts/plan/compile/compile-plan.ts';

const stageLabels = (): Readonly<Record<PlanTry['stage'], string>> => ({
  form: l10n.t('invalid answer format'),
  rules: l10n.t('plan rules violated'),
  review: l10n.t('rejected by the reviewer'),
  accepted: l10n.t('accepted'),
});

/** Formats one line for progress and log: `Try 2: plan rules violated (3)`. */
export function formatTry({ number, stage, errors }: PlanTry): string {
  return l10n.t('Try {0}: {1}{2}', number, stageLabels()[stage], errors.length > 0 ? ` (${errors.length})` : '');
}

/** Formats all tries of a compilation with their errors, as Markdown. */
export function formatTries({ specification, model, status, createdAt, tries }: PlanCompilationSummary): string {
  const verdict =
    status === 'valid'
      ? l10n.t('The last answer satisfies every rule and was written as the plan.')
      : l10n.t(
          'No answer satisfies every rule. Nothing was written. Make the specification more precise, or select another model.',
        );
  const sections = tries.flatMap(({ number, stage, errors }) => [
    l10n.t('## Try {0}: {1}', number, stageLabels()[stage]),
    '',
    ...errors.map(toListItem),
    ...(errors.length > 0 ? [''] : []),
  ]);
  return [l10n.t('# Plan for {0}', specification), '', `${createdAt}, ${model}`, '', verdict, '', ...sections].join(
    '\n',
  );
}

/** Indents the further lines of an error, so that it stays one list item. */
function toListItem(error: string): string {
  return `- ${error.split(/\r?\n/).join('\n  ')}`;
}
