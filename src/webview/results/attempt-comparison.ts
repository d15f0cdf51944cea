import { html, nothing, type TemplateResult } from 'lit';
import type { AttemptView, RequirementView } from '../protocol/view.ts';
import { costWords, tokenWords } from './words.ts';

/** The attempts side by side: one row per requirement, one column per attempt. */
export function attemptComparison(attempts: readonly AttemptView[]): TemplateResult {
  const rows = requirementRows(attempts);
  return html`<div class="scroll">
    <table class="comparison">
      <caption class="visually-hidden">
        The attempts side by side
      </caption>
      <thead>
        <tr>
          <th scope="col">Requirement</th>
          ${attempts.map((attempt) => html`<th scope="col">Attempt ${attempt.number}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${row.message} <span class="muted mono">${row.check}</span></th>
              ${attempts.map((attempt) => verdictCell(attempt.requirements.find((found) => isSame(found, row))))}
            </tr>`,
        )}
        ${row('Build', attempts, (attempt) => (attempt.build === 'none' ? 'none' : attempt.build))}
        ${row('Tokens', attempts, ({ usage }) => (usage ? tokenWords(usage) : ''))}
        ${row('Cost', attempts, ({ usage }) => (usage ? costWords(usage.costUsd) : ''))}
        ${row('Stopped because', attempts, (attempt) => attempt.stopReason ?? '')}
      </tbody>
    </table>
  </div>`;
}

function row(title: string, attempts: readonly AttemptView[], text: (attempt: AttemptView) => string): TemplateResult {
  return html`<tr>
    <th scope="row" class="muted">${title}</th>
    ${attempts.map((attempt) => html`<td>${text(attempt)}</td>`)}
  </tr>`;
}

function verdictCell(requirement: RequirementView | undefined): TemplateResult {
  if (!requirement) return html`<td class="muted">not checked</td>`;
  const { passed, kind } = requirement;
  const look = passed
    ? { icon: 'pass', tone: 'good' }
    : kind === 'assert'
      ? { icon: 'error', tone: 'bad' }
      : { icon: 'info', tone: 'attention' };
  return html`<td>
    <vscode-icon class=${look.tone} name=${look.icon}></vscode-icon>
    <span class="visually-hidden">${passed ? 'holds' : 'does not hold'}</span>
    ${passed ? nothing : html`<span class="actual">${requirement.actual ?? requirement.error ?? ''}</span>`}
  </td>`;
}

/** Every requirement of any attempt, once, in the order in which they first came. */
function requirementRows(attempts: readonly AttemptView[]): readonly RequirementView[] {
  const rows: RequirementView[] = [];
  for (const requirement of attempts.flatMap((attempt) => attempt.requirements))
    if (!rows.some((known) => isSame(known, requirement))) rows.push(requirement);
  return rows;
}

function isSame(one: RequirementView, other: RequirementView): boolean {
  return one.message === other.message && one.check === other.check && one.kind === other.kind;
}
