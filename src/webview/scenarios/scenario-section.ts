import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { ScenarioView, TrajectoryView } from '../protocol/scenarios-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import { distributionBar, distributionCounts, OUTCOME_STYLES } from './distribution-bar.ts';

/** A scenario: its score, the distribution of its trajectories, and a table of them. */
export function scenarioSection(scenario: ScenarioView, open: (location: SourceLocation) => void): TemplateResult {
  const { id, title, status, score, location, trajectories } = scenario;
  return html`<article class="scenario" aria-label=${title}>
    <div class="name">
      <vscode-icon class=${status.tone} name=${status.icon} aria-hidden="true"></vscode-icon>
      <h3>${title}</h3>
      <span class="visually-hidden">${status.label}</span>
      <button class="link mono" @click=${() => open(location)}>${id}</button>
      <span class="score">${score}</span>
    </div>
    ${distributionBar(scenario)} ${distributionCounts(scenario)}
    ${trajectories.length === 0 ? nothing : trajectoryTable(trajectories)}
  </article>`;
}

function trajectoryTable(trajectories: readonly TrajectoryView[]): TemplateResult {
  return html`<details>
    <summary>
      <span class="grow">${l10n.t('Trajectories')} <span class="muted">${trajectories.length}</span></span>
    </summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${l10n.t('Trajectories')}>
      <table class="parts">
        <thead>
          <tr>
            <th scope="col" class="number">#</th>
            <th scope="col">${l10n.t('Outcome')}</th>
            <th scope="col">${l10n.t('Decided by')}</th>
            <th scope="col">${l10n.t('Observed')}</th>
            <th scope="col" class="number">${l10n.t('Duration')}</th>
          </tr>
        </thead>
        <tbody>
          ${trajectories.map(trajectoryRow)}
        </tbody>
      </table>
    </div>
  </details>`;
}

function trajectoryRow({ number, outcome, decidedBy, observed, duration }: TrajectoryView): TemplateResult {
  const { label, icon, tone } = OUTCOME_STYLES[outcome];
  return html`<tr>
    <th scope="row" class="number">${number}</th>
    <td>
      <span class="status"><vscode-icon class=${tone} name=${icon} aria-hidden="true"></vscode-icon>${label}</span>
    </td>
    <td class="mono">${decidedBy}</td>
    <td><pre>${observed}</pre></td>
    <td class="number">${duration}</td>
  </tr>`;
}
