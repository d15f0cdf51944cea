import { html, nothing, type TemplateResult } from 'lit';
import type { AmendmentChangeView, AmendmentView } from '../protocol/amendment-view.ts';
import { diffTable } from '../results/diff-section.ts';
import type { AmendmentActions } from './amendment-actions.ts';
import { errorsAt, type AmendmentState } from './amendment-state.ts';

/** The change as a difference of the contract's own text, or the fields in which a person writes values of their own. */
export function changeSection(view: AmendmentView, state: AmendmentState, actions: AmendmentActions): TemplateResult {
  return html`<section aria-labelledby="change">
    <h2 id="change">Proposed change <span class="muted">${view.contract}</span></h2>
    <ul>
      ${view.changes.map((change) => pathItem(change, actions))}
    </ul>
    ${
      state.editing && view.status === 'pending'
        ? html`<div>${view.changes.map((change, index) => valueField(change, index, state, actions))}</div>`
        : html`<div class="output">${diffTable(view.lines, 'The proposed change of the contract')}</div>`
    }
    <p>
      <vscode-button secondary icon="diff" @click=${() => actions.openDiff()}>Open in Diff Editor</vscode-button>
    </p>
  </section>`;
}

function pathItem({ path, place }: AmendmentChangeView, actions: AmendmentActions): TemplateResult {
  return html`<li>
    ${
      place
        ? html`<button
            class="link mono"
            @click=${() => actions.openPlace(place)}
            aria-label="Open ${path} in the contract at line ${place.line}"
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
  const text = state.written.get(path) ?? newText;
  const write = ({ target }: Event): void => {
    if (target instanceof HTMLTextAreaElement) actions.write(path, target.value);
  };
  return html`<div class="field">
    <label for="value-${index}">
      New value of <span class="mono">${path}</span> ${isJson ? html`<span class="muted">as JSON</span>` : nothing}
    </label>
    <p class="muted mono as-written">now: ${oldText}</p>
    <textarea
      id="value-${index}"
      class="mono"
      rows=${Math.min(12, text.split('\n').length + 1)}
      aria-invalid=${errors.length > 0 ? 'true' : 'false'}
      aria-describedby="errors-${index}"
      .value=${text}
      @input=${write}
    ></textarea>
    <ul id="errors-${index}" class="bad" role=${errors.length > 0 ? 'alert' : nothing}>
      ${errors.map((error) => html`<li class="as-written">${error}</li>`)}
    </ul>
  </div>`;
}
