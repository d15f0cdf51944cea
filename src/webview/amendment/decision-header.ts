import { html, nothing, type TemplateResult } from 'lit';
import type { AmendmentView } from '../protocol/amendment-view.ts';
import type { AmendmentActions } from './amendment-actions.ts';
import { errorsAt, type AmendmentState } from './amendment-state.ts';

const STATUS: Readonly<
  Record<AmendmentView['status'], { readonly words: string; readonly icon: string; readonly tone: string }>
> = {
  pending: { words: 'Proposed, waiting for you', icon: 'edit', tone: 'attention' },
  accepted: { words: 'Accepted', icon: 'pass', tone: 'good' },
  rejected: { words: 'Rejected', icon: 'error', tone: 'bad' },
  dropped: { words: 'Dropped', icon: 'circle-slash', tone: 'quiet' },
  superseded: { words: 'Superseded: no longer needed', icon: 'circle-slash', tone: 'quiet' },
};

/** What is proposed and why, what can be done, and what stood against it. */
export function decisionHeader(view: AmendmentView, state: AmendmentState, actions: AmendmentActions): TemplateResult {
  const { words, icon, tone } = STATUS[view.status];
  return html`<header>
      <div>
        <h1><vscode-icon class=${tone} name=${icon} size="20"></vscode-icon> Contract amendment</h1>
        <div class="subject muted">
          <span role="status" aria-live="polite">${words}</span>
          <span>${view.chunk.title}</span>
          <button
            class="link"
            @click=${() => actions.openPlace(view.changes[0]?.place ?? { file: view.contract, line: 1, column: 1 })}
            aria-label="Open the contract ${view.contract}"
          >
            ${view.contract}
          </button>
          <time datetime=${view.createdAt}>${new Date(view.createdAt).toLocaleString()}</time>
        </div>
      </div>
      ${view.status === 'pending' ? buttons(view, state, actions) : nothing}
    </header>
    ${callout('attention', 'lightbulb', view.reason)} ${callout('attention', 'warning', view.hindrance?.message)}
    ${callout('quiet', 'info', view.note)} ${refusalAlert(state)}`;
}

function buttons(view: AmendmentView, state: AmendmentState, actions: AmendmentActions): TemplateResult {
  const off = view.hindrance !== undefined || state.deciding;
  const cannotReject = view.hindrance?.canReject === false || state.deciding;
  return html`<div class="actions">
    <vscode-button icon="check" ?disabled=${off} @click=${() => actions.accept()}>Accept and Continue</vscode-button>
    <vscode-button secondary icon="close" ?disabled=${cannotReject} @click=${() => actions.reject()}
      >Reject and Fail</vscode-button
    >
    <vscode-button
      secondary
      icon=${state.editing ? 'discard' : 'edit'}
      ?disabled=${off}
      @click=${() => actions.edit(!state.editing)}
      >${state.editing ? 'Use the Proposed Values' : 'Edit before Accepting'}</vscode-button
    >
  </div>`;
}

function callout(tone: string, icon: string, text: string | undefined): TemplateResult | typeof nothing {
  if (text === undefined || text === '') return nothing;
  return html`<div class="callout ${tone}" role="note">
    <vscode-icon name=${icon}></vscode-icon>
    <div class="as-written">${text}</div>
  </div>`;
}

function refusalAlert(state: AmendmentState): TemplateResult | typeof nothing {
  if (!state.refusal) return nothing;
  const others = errorsAt(state, undefined);
  return html`<div class="callout bad" role="alert">
    <vscode-icon name="error"></vscode-icon>
    <div class="as-written">${[state.refusal.message, ...others].join('\n')}</div>
  </div>`;
}
