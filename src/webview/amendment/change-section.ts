import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { AmendmentChangeView, AmendmentView } from '../protocol/amendment-panel-data.ts';
import { diffTable } from '../shared/diff-table.ts';
import type { AmendmentActions } from './amendment-actions.ts';
import { errorsAt, type AmendmentState } from './amendment-state.ts';

/** The proposed change as a diff of the contract text, or as input fields while the user edits the values. */
export function changeSection(view: AmendmentView, state: AmendmentState, actions: AmendmentActions): TemplateResult {
  return html`<section aria-labelledby="change">
    <h2 id="change">${l10n.t('Proposed change')} <span class="muted">${view.contract}</span></h2>
    <ul>
      ${view.changes.map((change) => pathItem(change, actions))}
    </ul>
    ${
      state.isEditing && view.status === 'pending'
        ? html`<div>${view.changes.map((change, index) => valueField(change, index, state, actions))}</div>`
        : html`<div class="output" tabindex="0" role="group" aria-labelledby="change">
            ${diffTable(view.lines, l10n.t('Proposed change of the contract'))}
          </div>`
    }
    <p>
      <vscode-button secondary icon="diff" @click=${() => actions.openDiff()}
        >${l10n.t('Open in Diff Editor')}</vscode-button
      >
    </p>
  </section>`;
}

function pathItem({ path, location }: AmendmentChangeView, actions: AmendmentActions): TemplateResult {
  return html`<li>
    ${
      location
        ? html`<button
            class="link mono"
            @click=${() => actions.openLocation(location)}
            aria-label="${l10n.t('Open {0} in the contract at line {1}', path, location.line)}"
          >
            ${path}
          </button>`
        : html`<span class="mono">${path}</span>`
    }
  </li>`;
}

function valueField(
  change: AmendmentChangeView,
  index: number,
  state: AmendmentState,
  actions: AmendmentActions,
): TemplateResult {
  const { path, oldText, newText, isJson } = change;
  const errors = errorsAt(state, path);
  const text = state.edits.get(path) ?? newText;
  const onInput = ({ target }: Event): void => {
    if (target instanceof HTMLTextAreaElement) actions.setValue(path, target.value);
  };
  return html`<div class="field">
    <label for="value-${index}">
      ${l10n.t('New value of')}
      <span class="mono">${path}</span> ${isJson ? html`<span class="muted">${l10n.t('as JSON')}</span>` : nothing}
    </label>
    <p class="muted mono as-written">${l10n.t('Current value: {0}', oldText)}</p>
    <textarea
      id="value-${index}"
      class="mono"
      rows=${Math.min(12, text.split('\n').length + 1)}
      aria-invalid=${errors.length > 0 ? 'true' : 'false'}
      aria-describedby="errors-${index}"
      .value=${text}
      @input=${onInput}
    ></textarea>
    <div id="errors-${index}" class="bad" role=${errors.length > 0 ? 'alert' : nothing}>
      ${errors.map((error) => html`<p class="as-written">${error}</p>`)}
    </div>
  </div>`;
}
