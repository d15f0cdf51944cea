import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import type { StatusView } from '../protocol/status-view.ts';
import type { JudgementView, TimelineView } from './protocol/timeline-panel-data.ts';
import { findingItem } from '../review/findings-section.ts';
import { distributionBar, distributionCounts } from '../scenarios/distribution-bar.ts';
import { noteCallouts } from '../shared/report-header.ts';
import type { TimelineActions } from './timeline-actions.ts';

/** What scenarios and the review said about the changes of the sub-items. */
export function judgementsSection(
  { judgements }: TimelineView,
  actions: TimelineActions,
): TemplateResult | typeof nothing {
  if (judgements.length === 0) return nothing;
  return html`<section aria-labelledby="judgements">
    <h2 id="judgements">${l10n.t('Scenarios and review')}</h2>
    ${judgements.map(
      (judgement) =>
        html`<article class="judgement" aria-label=${judgement.title}>
          <h3>${judgement.title}</h3>
          ${scenarioResults(judgement)} ${reviewResult(judgement, actions)}
        </article>`,
    )}
  </section>`;
}

function scenarioResults({ scenarios, title }: JudgementView): TemplateResult | typeof nothing {
  if (!scenarios) return nothing;
  const { status, score, holdout, isOutdated, results } = scenarios;
  return html`${verdictLine(l10n.t('Scenarios'), status, score, isOutdated)}
  ${holdout === undefined ? nothing : noteCallouts([holdout])}
  ${
    results.length === 0
      ? nothing
      : html`<div class="scroll" tabindex="0" role="group" aria-label=${l10n.t('Scenarios of {0}', title)}>
          <table class="parts">
            <thead>
              <tr>
                <th scope="col">${l10n.t('Scenario')}</th>
                <th scope="col" class="number">${l10n.t('Score')}</th>
                <th scope="col" colspan="2">${l10n.t('Trajectories')}</th>
              </tr>
            </thead>
            <tbody>
              ${results.map(
                ({ id, score: own, planned, distribution }) =>
                  html`<tr>
                    <th scope="row" class="mono">${id}</th>
                    <td class="number">${own}</td>
                    <td>${distributionBar({ title: id, planned, distribution })}</td>
                    <td>${distributionCounts({ distribution })}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`
  }`;
}

function reviewResult({ subItem, review }: JudgementView, actions: TimelineActions): TemplateResult | typeof nothing {
  if (!review) return nothing;
  const { status, isOutdated, findings, omitted, warnings } = review;
  return html`${verdictLine(l10n.t('Review'), status, undefined, isOutdated)} ${noteCallouts(warnings)}
  ${
    findings.length === 0
      ? nothing
      : html`<ul class="findings">
          ${findings.map((finding) =>
            findingItem(finding, {
              groupBy: 'severity',
              open: (location) => {
                actions.openFinding(subItem, location);
              },
            }),
          )}
        </ul>`
  }
  ${omitted === 0 ? nothing : html`<p class="muted">${l10n.t('{0} not listed.', formatCount(omitted, l10n.t('further finding is'), l10n.t('further findings are')))}</p>`}`;
}

function verdictLine(
  name: string,
  status: StatusView,
  detail: string | undefined,
  isOutdated: boolean,
): TemplateResult {
  return html`<div class="verdict-line">
    <span class="name muted">${name}</span>
    <span class="status"><vscode-icon class=${status.tone} name=${status.icon}></vscode-icon>${status.label}</span>
    ${detail === undefined ? nothing : html`<span class="muted">${detail}</span>`}
    ${isOutdated ? html`<span class="tag muted">${l10n.t('about an earlier change')}</span>` : nothing}
  </div>`;
}
