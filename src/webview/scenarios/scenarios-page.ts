import * as l10n from '../shared/l10n.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  messageToScenariosPanelSchema,
  type MessageFromScenariosPanel,
  type MessageToScenariosPanel,
  type ScenariosMemory,
} from '../protocol/scenarios-messages.ts';
import type { ScenariosAction, ScenariosView, ScenarioView, TrajectoryView } from '../protocol/scenarios-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { noteCallouts, reportHeader } from '../shared/report-header.ts';
import { partsStyles, sectionStyles, tableStyles } from '../shared/section-styles.ts';
import { distributionLegend, distributionBar, distributionCounts, OUTCOME_STYLES } from './distribution-bar.ts';
import { distributionStyles, scenariosStyles } from './scenarios-styles.ts';

const ACTIONS: Readonly<Record<ScenariosAction, { readonly label: string; readonly icon: string }>> = {
  run: { label: l10n.t('Run Scenarios'), icon: 'play' },
  cancel: { label: l10n.t('Cancel'), icon: 'debug-stop' },
  copy: { label: l10n.t('Copy as Text'), icon: 'copy' },
};

/** The page of the scenarios panel: the verdict, and the distribution of the trajectories of each scenario. */
export class ScenariosPage extends LitElement {
  static override properties = { message: { state: true } };
  static override styles = [
    pageStyles,
    headerStyles,
    sectionStyles,
    tableStyles,
    partsStyles,
    scenariosStyles,
    distributionStyles,
  ];

  /** The last message of the extension. */
  declare message: MessageToScenariosPanel | undefined;
  declare host: PageHost<MessageFromScenariosPanel, ScenariosMemory> | undefined;

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToScenariosPanelSchema.safeParse(raw);
    if (!message.success) return;
    this.message = message.data;
    this.host?.remember(message.data.memory);
  }

  override render(): TemplateResult {
    if (!this.message) return emptyPage(l10n.t('Scenarios'));
    return html`<main>${this.#content(this.message.view)}</main>`;
  }

  #content(view: ScenariosView): TemplateResult {
    const actions = view.actions.map((action) => ({
      ...ACTIONS[action],
      run: () => this.host?.send({ type: 'act', action }),
    }));
    const open = (location: SourceLocation): void => this.host?.send({ type: 'open-location', location });
    return html`${reportHeader(view, actions)} ${noteCallouts(view.holdout === undefined ? [] : [view.holdout], 'eye')}
    ${noteCallouts(view.notes, 'info')}
    ${
      view.scenarios.length === 0
        ? nothing
        : html`<section aria-labelledby="scenarios">
            <div class="heading">
              <h2 id="scenarios">${l10n.t('Scenarios')}</h2>
              ${distributionLegend(view.scenarios)}
            </div>
            ${view.scenarios.map((scenario) => scenarioSection(scenario, open))}
          </section>`
    }`;
  }
}

/** A scenario: its score, the distribution of its trajectories, and a table of them. */
function scenarioSection(scenario: ScenarioView, open: (location: SourceLocation) => void): TemplateResult {
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
