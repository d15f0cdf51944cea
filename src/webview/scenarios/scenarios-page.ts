import * as l10n from '../shared/l10n.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  messageToScenariosPanelSchema,
  type MessageFromScenariosPanel,
  type MessageToScenariosPanel,
  type ScenariosMemory,
} from '../protocol/scenarios-messages.ts';
import type { ScenariosAction, ScenariosView } from '../protocol/scenarios-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { noteCallouts, reportHeader } from '../shared/report-header.ts';
import { partsStyles, sectionStyles, tableStyles } from '../shared/section-styles.ts';
import { distributionLegend } from './distribution-bar.ts';
import { scenarioSection } from './scenario-section.ts';
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
