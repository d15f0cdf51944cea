import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { ReviewView } from '../protocol/review-panel-data.ts';

/** The passes with their state, findings and cost. A broken pass states its reason. */
export function passesSection({ passes }: ReviewView): TemplateResult | typeof nothing {
  if (passes.length === 0) return nothing;
  return html`<section aria-labelledby="passes">
    <h2 id="passes">${l10n.t('Passes')}</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="passes">
      <table class="parts">
        <thead>
          <tr>
            <th scope="col">${l10n.t('Review pass')}</th>
            <th scope="col">${l10n.t('State')}</th>
            <th scope="col" class="number">${l10n.t('Findings')}</th>
            <th scope="col" class="number">${l10n.t('Dropped')}</th>
            <th scope="col" class="number">${l10n.t('Model calls')}</th>
            <th scope="col" class="number">${l10n.t('Cost')}</th>
          </tr>
        </thead>
        <tbody>
          ${passes.map(
            ({ name, status, reason, findings, dropped, calls, cost }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>
                  <span class="status"
                    ><vscode-icon class=${status.tone} name=${status.icon}></vscode-icon>${status.label}</span
                  >
                  ${reason === undefined ? nothing : html`<div class="muted lines">${reason}</div>`}
                </td>
                <td class="number">${findings}</td>
                <td class="number">${dropped}</td>
                <td class="number">${calls}</td>
                <td class="number">${cost}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
