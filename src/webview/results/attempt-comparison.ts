import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { AttemptView, RequirementView } from '../protocol/results-panel-data.ts';
import { costLabel, requirementStyle, stopReasonLabel, tokenLabel } from './results-labels.ts';

/**
 * A table of all attempts, with one row per requirement and one column per attempt. The requirements that the last attempt
 * does not satisfy come first. The first column stays while the others scroll.
 */
export function attemptComparison(attempts: readonly AttemptView[]): TemplateResult {
  const last = attempts.at(-1);
  const isMet = (row: RequirementView): boolean =>
    last?.requirements.some((requirement) => isSame(requirement, row) && requirement.passed) === true;
  const rows = [...uniqueRequirements(attempts)].sort((one, other) => Number(isMet(one)) - Number(isMet(other)));
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${l10n.t('Comparison of the attempts')}>
    <table class="comparison attempts">
      <caption class="visually-hidden">
        ${l10n.t('Comparison of the attempts')}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Requirement')}</th>
          ${attempts.map((attempt) => html`<th scope="col">${l10n.t('Attempt {0}', attempt.number)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (requirement) =>
            html`<tr>
              <th scope="row">${requirement.message} <span class="muted mono">${requirement.check}</span></th>
              ${attempts.map((attempt) => verdictCell(attempt.requirements.find((candidate) => isSame(candidate, requirement))))}
            </tr>`,
        )}
        ${textRow(l10n.t('Build'), attempts, (attempt) => attempt.build)}
        ${textRow(l10n.t('Tokens'), attempts, ({ usage }) => (usage ? tokenLabel(usage) : ''))}
        ${textRow(l10n.t('Cost'), attempts, ({ usage }) => (usage ? costLabel(usage.costUsd) : ''))}
        ${textRow(l10n.t('Stopped'), attempts, ({ stopReason }) => (stopReason === undefined ? '' : stopReasonLabel(stopReason)))}
      </tbody>
    </table>
  </div>`;
}

function textRow(
  title: string,
  attempts: readonly AttemptView[],
  text: (attempt: AttemptView) => string,
): TemplateResult {
  return html`<tr>
    <th scope="row" class="muted">${title}</th>
    ${attempts.map((attempt) => html`<td>${text(attempt)}</td>`)}
  </tr>`;
}

function verdictCell(requirement: RequirementView | undefined): TemplateResult {
  if (!requirement) return html`<td class="muted">${l10n.t('not checked')}</td>`;
  const { icon, tone, label } = requirementStyle(requirement);
  return html`<td>
    <vscode-icon class=${tone} name=${icon}></vscode-icon>
    <span class="visually-hidden">${label}</span>
    ${
      requirement.passed
        ? nothing
        : html`<span class="actual" title=${requirement.actual ?? requirement.error ?? ''}
            >${requirement.actual ?? requirement.error ?? ''}</span
          >`
    }
  </td>`;
}

/** Returns the requirements of all attempts without duplicates, in the order of their first occurrence. */
function uniqueRequirements(attempts: readonly AttemptView[]): readonly RequirementView[] {
  const rows: RequirementView[] = [];
  for (const requirement of attempts.flatMap((attempt) => attempt.requirements))
    if (!rows.some((known) => isSame(known, requirement))) rows.push(requirement);
  return rows;
}

function isSame(one: RequirementView, other: RequirementView): boolean {
  return one.message === other.message && one.check === other.check && one.kind === other.kind;
}
