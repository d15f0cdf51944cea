import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { TimelineAction, TimelineView } from './protocol/timeline-panel-data.ts';
import { shouldMove } from '../shared/motion.ts';
import type { TimelineActions } from './timeline-actions.ts';

const ACTION_LABELS: Readonly<Record<TimelineAction, { readonly label: string; readonly icon: string }>> = {
  run: { label: l10n.t('Run'), icon: 'play' },
  step: { label: l10n.t('Step'), icon: 'debug-step-over' },
  restart: { label: l10n.t('Restart'), icon: 'debug-restart' },
  cancel: { label: l10n.t('Cancel'), icon: 'circle-slash' },
};

/** The title, status, stages and facts of the item, its failure, and what waits for a decision. */
export function itemHeader(view: TimelineView, actions: TimelineActions): TemplateResult {
  const { status } = view;
  return html`<header>
      <div>
        <h1>
          <vscode-icon
            class=${status.tone}
            name=${status.icon}
            size="20"
            ?turning=${status.tone === 'busy' && view.progress !== undefined && shouldMove()}
          ></vscode-icon>
          <span class="name">${view.title}</span>
        </h1>
        <div class="subject muted">
          <span>#${view.id}</span>
          <span role="status" aria-live="polite">${view.progress ?? status.label}</span>
        </div>
      </div>
      <div class="actions">
        ${view.actions.map((action, index) => {
          const { label, icon } = ACTION_LABELS[action];
          // What waits for a decision comes first.
          const isSecondary = index > 0 || view.decisions.length > 0;
          return html`<vscode-button
            ?secondary=${isSecondary}
            icon=${icon}
            title=${label}
            @click=${() => actions.act(action)}
            ><span class="label">${label}</span></vscode-button
          >`;
        })}
      </div>
    </header>
    ${stageList(view)} ${factList(view)} ${failureCallout(view)}
    ${view.decisions.map((decision) => decisionCallout(view, decision, actions))} ${safetyCallout(view)}`;
}

const STAGE_ICONS = { done: 'pass', current: 'circle-filled', later: 'circle-large-outline' } as const;
const STAGE_TEXTS = { done: l10n.t('done'), current: l10n.t('current'), later: l10n.t('not reached') } as const;

function stageList({ stages, status }: TimelineView): TemplateResult {
  return html`<ol class="stages" aria-label="${l10n.t('Stages')}">
    ${stages.map(({ name, state }) => {
      const tone = state === 'done' ? 'good' : state === 'current' ? status.tone : 'quiet';
      return html`<li class=${state} aria-current=${state === 'current' ? 'step' : nothing}>
        <vscode-icon class=${tone} name=${STAGE_ICONS[state]}></vscode-icon>${name}<span class="visually-hidden"
          >, ${STAGE_TEXTS[state]}</span
        >
      </li>`;
    })}
  </ol>`;
}

function factList({ facts }: TimelineView): TemplateResult {
  return html`<dl class="facts">
    ${facts.map(
      ({ name, value }) =>
        html`<div class="fact">
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function failureCallout({ failure }: TimelineView): TemplateResult | typeof nothing {
  if (failure === undefined) return nothing;
  return html`<div class="callout bad" role="alert">
    <vscode-icon name="error"></vscode-icon>
    <div class="lines">${failure}</div>
  </div>`;
}

function safetyCallout({ safety }: TimelineView): TemplateResult | typeof nothing {
  if (safety.length === 0) return nothing;
  return html`<div class="callout attention" role="note">
    <vscode-icon name="shield"></vscode-icon>
    <div>
      ${l10n.t('Safety-affecting: a person approves every stage that produces code.')}
      <ul>
        ${safety.map((reason) => html`<li class="muted">${reason}</li>`)}
      </ul>
    </div>
  </div>`;
}

function decisionCallout(
  { canDecide }: TimelineView,
  { label, part }: TimelineView['decisions'][number],
  actions: TimelineActions,
): TemplateResult {
  return html`<div class="callout attention waiting" role="group" aria-label=${label}>
    <vscode-icon name="eye"></vscode-icon>
    <div class="decision">
      <span>${label}</span>
      <span class="actions">
        <vscode-button secondary icon="go-to-file" @click=${() => actions.open(part)}>${l10n.t('Show')}</vscode-button>
        <vscode-button
          icon="check"
          ?disabled=${!canDecide}
          aria-disabled=${!canDecide}
          @click=${() => actions.approve(part)}
          >${l10n.t('Approve')}</vscode-button
        >
        <vscode-button
          secondary
          icon="close"
          ?disabled=${!canDecide}
          aria-disabled=${!canDecide}
          @click=${() => actions.reject(part)}
          >${l10n.t('Reject')}</vscode-button
        >
      </span>
    </div>
  </div>`;
}
