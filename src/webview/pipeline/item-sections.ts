import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { TimelineView } from './protocol/timeline-panel-data.ts';
import type { TimelineActions } from './timeline-actions.ts';

/** The sub-items. The title opens the change, if there is one. */
export function subItemsSection({ subItems }: TimelineView, actions: TimelineActions): TemplateResult | typeof nothing {
  if (subItems.length === 0) return nothing;
  return html`<section aria-labelledby="sub-items">
    <h2 id="sub-items">${l10n.t('Sub-items')}</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="sub-items">
      <table class="parts">
        <thead>
          <tr>
            <th scope="col">${l10n.t('Sub-item')}</th>
            <th scope="col">${l10n.t('Status')}</th>
            <th scope="col">${l10n.t('Stage')}</th>
            <th scope="col" class="number">${l10n.t('Attempts')}</th>
            <th scope="col">${l10n.t('After')}</th>
            <th scope="col">${l10n.t('Pull request')}</th>
          </tr>
        </thead>
        <tbody>
          ${subItems.map(
            ({ title, status, stage, attempts, dependsOn, part, pullRequest }) =>
              html`<tr>
                <th scope="row">${part ? link(title, () => actions.open(part)) : title}</th>
                <td>
                  <span class="status"
                    ><vscode-icon class=${status.tone} name=${status.icon}></vscode-icon>${status.label}</span
                  >
                </td>
                <td>${stage}</td>
                <td class="number">${attempts}</td>
                <td>${dependsOn}</td>
                <td>
                  ${pullRequest === undefined ? '' : link(`#${pullRequest}`, () => actions.open({ pullRequest }))}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The accepted answers of the stages. */
export function documentsSection(
  { documents }: TimelineView,
  actions: TimelineActions,
): TemplateResult | typeof nothing {
  if (documents.length === 0) return nothing;
  return html`<section aria-labelledby="documents">
    <h2 id="documents">${l10n.t('Documents')}</h2>
    <ul class="documents">
      ${documents.map(
        ({ label, part }) =>
          html`<li><vscode-icon name="file"></vscode-icon>${link(label, () => actions.open(part))}</li>`,
      )}
    </ul>
  </section>`;
}

/** The cost per stage and sub-item. */
export function costSection({ costs }: TimelineView): TemplateResult {
  return html`<section aria-labelledby="costs">
    <h2 id="costs">${l10n.t('Cost')}</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="costs">
      <table class="parts costs">
        <thead>
          <tr>
            <th scope="col">${l10n.t('Stage')}</th>
            <th scope="col" class="number">${l10n.t('Cost')}</th>
            <th scope="col" class="number">${l10n.t('Executions')}</th>
            <th scope="col"><span class="visually-hidden">${l10n.t('Note')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${costs.map(
            ({ place, cost, executions, note }) =>
              html`<tr>
                <th scope="row">${place}</th>
                <td class="number">${cost}</td>
                <td class="number">${executions}</td>
                <td class="muted">${note}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function link(label: string, open: () => void): TemplateResult {
  return html`<button class="link" @click=${open}>${label}</button>`;
}
