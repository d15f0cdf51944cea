import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { ReviewGrouping } from '../protocol/review-messages.ts';
import type { FindingView, ReviewView } from '../protocol/review-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import { noteCallouts } from '../shared/report-header.ts';

interface FindingsInput {
  readonly groupBy: ReviewGrouping;
  readonly group: (groupBy: ReviewGrouping) => void;
  readonly open: (location: SourceLocation) => void;
}

const SEVERITIES: Readonly<
  Record<FindingView['severity'], { readonly label: string; readonly icon: string; readonly tone: string }>
> = {
  blocking: { label: l10n.t('Blocking'), icon: 'error', tone: 'bad' },
  warning: { label: l10n.t('Warning'), icon: 'warning', tone: 'attention' },
  informational: { label: l10n.t('Informational'), icon: 'info', tone: 'quiet' },
  fact: { label: l10n.t('To look at'), icon: 'eye', tone: 'quiet' },
};

const GROUPINGS: readonly (readonly [ReviewGrouping, string])[] = [
  ['severity', l10n.t('Severity')],
  ['pass', l10n.t('Review pass')],
  ['file', l10n.t('File')],
];

/** What could not be checked, and the findings in groups. */
export function findingsSection(view: ReviewView, input: FindingsInput): TemplateResult {
  const { findings, warnings, passes } = view;
  if (passes.length === 0) return noteCallouts(warnings);
  return html`${noteCallouts(warnings)}
    <section aria-labelledby="findings">
      <div class="heading">
        <h2 id="findings">${l10n.t('Findings')}</h2>
        ${findings.length < 2 ? nothing : groupingChoice(input)}
      </div>
      ${findings.length === 0 ? html`<p class="muted">${l10n.t('The review found no problem.')}</p>` : nothing}
      ${groupFindings(findings, input.groupBy).map(
        ([name, group]) =>
          html`<h3>${name} <span class="muted">${group.length}</span></h3>
            <ul class="findings">
              ${group.map((finding) => findingItem(finding, input))}
            </ul>`,
      )}
    </section>`;
}

function groupingChoice({ groupBy, group }: FindingsInput): TemplateResult {
  return html`<div class="choice muted" role="group" aria-label="${l10n.t('Group the findings by')}">
    ${l10n.t('Group by')}
    ${GROUPINGS.map(
      ([value, label]) =>
        html`<button class="toggle" aria-pressed=${value === groupBy} @click=${() => group(value)}>${label}</button>`,
    )}
  </div>`;
}

/** The findings by group. Groups keep the order of their first finding, so the most severe come first. */
function groupFindings(
  findings: readonly FindingView[],
  groupBy: ReviewGrouping,
): readonly (readonly [string, readonly FindingView[]])[] {
  const groups = new Map<string, FindingView[]>();
  for (const finding of findings) {
    const name =
      groupBy === 'severity'
        ? SEVERITIES[finding.severity].label
        : groupBy === 'pass'
          ? finding.pass
          : finding.location.file;
    groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return [...groups];
}

/** A finding with a link to its place. The list of a group of one pass does not repeat the pass. */
export function findingItem(
  finding: FindingView,
  { open, groupBy }: Pick<FindingsInput, 'open' | 'groupBy'>,
): TemplateResult {
  const { label, icon, tone } = SEVERITIES[finding.severity];
  return html`<li class="finding">
    <vscode-icon class=${tone} name=${icon} aria-hidden="true"></vscode-icon>
    <div class="text">
      <div class="place">
        <span class="visually-hidden">${label}: </span>
        <button class="link mono" @click=${() => open(finding.location)}>${finding.place}</button>
        <span class="tag">${finding.category}</span>
        ${groupBy === 'pass' ? nothing : html`<span class="muted">${finding.pass}</span>`}
        ${finding.note === undefined ? nothing : html`<span class="attention">${finding.note}</span>`}
      </div>
      <div class="lines">${finding.explanation}</div>
      ${
        finding.suggestion === undefined
          ? nothing
          : html`<div class="suggestion">
              <vscode-icon name="lightbulb" aria-hidden="true"></vscode-icon>
              <div class="lines">
                <span class="visually-hidden">${l10n.t('Suggestion:')} </span>${finding.suggestion}
              </div>
            </div>`
      }
    </div>
  </li>`;
}
