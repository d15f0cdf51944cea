import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { AmendmentView } from '../protocol/amendment-panel-data.ts';
import { formatLocalTime } from '../shared/local-time.ts';
import type { AmendmentActions } from './amendment-actions.ts';
import { errorsAt, type AmendmentState } from './amendment-state.ts';

const STATUS: Readonly<
  Record<AmendmentView['status'], { readonly label: string; readonly icon: string; readonly tone: string }>
> = {
  pending: { label: l10n.t('Waiting for your decision'), icon: 'edit', tone: 'attention' },
  accepted: { label: l10n.t('Accepted'), icon: 'pass', tone: 'good' },
  rejected: { label: l10n.t('Rejected'), icon: 'error', tone: 'bad' },
  dropped: { label: l10n.t('Dropped'), icon: 'circle-slash', tone: 'quiet' },
  superseded: { label: l10n.t('Superseded: no longer needed'), icon: 'circle-slash', tone: 'quiet' },
};

/** The header of the page: status and reason of the amendment, the decision buttons, and why a decision is not possible. */
export function decisionHeader(view: AmendmentView, state: AmendmentState, actions: AmendmentActions): TemplateResult {
  const { label, icon, tone } = STATUS[view.status];
  return html`<header>
      <div>
        <h1>
          <vscode-icon class=${tone} name=${icon} size="20"></vscode-icon>
          <span class="name">${l10n.t('Contract amendment')}</span>
        </h1>
        <div class="subject muted">
          <span role="status" aria-live="polite">${label}</span>
          <span>${view.chunk.title}</span>
          ${view.proposedBy === 'agent' ? html`<span>${l10n.t('Proposed by an agent')}</span>` : nothing}
          <button
            class="link"
            @click=${() => actions.openLocation(view.changes[0]?.location ?? { file: view.contract, line: 1, column: 1 })}
            aria-label="${l10n.t('Open the contract {0}', view.contract)}"
          >
            ${view.contract}
          </button>
          <time datetime=${view.createdAt} title=${new Date(view.createdAt).toLocaleString()}
            >${formatLocalTime(view.createdAt)}</time
          >
        </div>
      </div>
      ${view.status === 'pending' ? decisionButtons(view, state, actions) : nothing}
    </header>
    ${callout('attention', 'lightbulb', view.reason)} ${callout('attention', 'warning', view.blocker?.message)}
    ${callout('quiet', 'info', view.note)} ${refusalAlert(state)}`;
}

function decisionButtons(view: AmendmentView, state: AmendmentState, actions: AmendmentActions): TemplateResult {
  const cannotAccept = view.blocker !== undefined || state.isDeciding;
  const cannotReject = view.blocker?.canReject === false || state.isDeciding;
  const isOfRun = view.proposedBy === 'model';
  const accept = isOfRun ? l10n.t('Accept and Continue') : l10n.t('Accept');
  const reject = isOfRun ? l10n.t('Reject and Fail Chunk') : l10n.t('Reject');
  return html`<div class="actions">
    <vscode-button
      icon="check"
      ?disabled=${cannotAccept}
      aria-disabled=${cannotAccept}
      @click=${() => actions.accept()}
      title="${accept}"
      ><span class="label">${accept}</span></vscode-button
    >
    <vscode-button
      secondary
      icon="close"
      ?disabled=${cannotReject}
      aria-disabled=${cannotReject}
      @click=${() => actions.reject()}
      title="${reject}"
      ><span class="label">${reject}</span></vscode-button
    >
    <vscode-button
      secondary
      icon=${state.isEditing ? 'discard' : 'edit'}
      ?disabled=${cannotAccept}
      aria-disabled=${cannotAccept}
      @click=${() => actions.setEditing(!state.isEditing)}
      title=${state.isEditing ? l10n.t('Discard Edits') : l10n.t('Edit Values')}
      ><span class="label">${state.isEditing ? l10n.t('Discard Edits') : l10n.t('Edit Values')}</span></vscode-button
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
  const generalErrors = errorsAt(state, undefined);
  return html`<div class="callout bad" role="alert">
    <vscode-icon name="error"></vscode-icon>
    <div class="as-written">${[state.refusal.message, ...generalErrors].join('\n')}</div>
  </div>`;
}
