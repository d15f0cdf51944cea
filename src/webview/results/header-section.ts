import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChunkView, HeaderView, PanelAction, ResultsView, UsageView } from '../protocol/results-panel-data.ts';
import { shouldMove } from '../shared/motion.ts';
import { landingSection } from './landing-section.ts';
import type { PageActions } from './page-actions.ts';
import {
  ACTION_LABELS,
  costLabel,
  countLabel,
  statusIcon,
  statusLabel,
  statusTone,
  tokenLabel,
  totalUsage,
} from './results-labels.ts';

const NOTE_STYLES = {
  info: { icon: 'info', tone: 'busy' },
  warning: { icon: 'warning', tone: 'attention' },
  error: { icon: 'error', tone: 'bad' },
} as const;

/** The title, status, actions, facts and notes of the panel. */
export function headerSection({ header, chunks }: ResultsView, actions: PageActions): TemplateResult {
  return html`<header>
      <div>
        <h1>
          <vscode-icon
            class=${statusTone(header.status)}
            name=${statusIcon(header.status)}
            size="20"
            ?turning=${header.status === 'running' && shouldMove()}
          ></vscode-icon>
          <span class="name">${header.title}</span>
        </h1>
        <div class="subject muted">
          <span role="status" aria-live="polite">${liveStatus(header, chunks)}</span>
          <button
            class="link"
            @click=${() => actions.openLocation({ file: header.contract, line: 1, column: 1 })}
            aria-label="${l10n.t('Open the contract {0}', header.contract)}"
          >
            ${header.contract}
          </button>
          ${header.model === undefined ? nothing : html`<span>${header.model}</span>`}
        </div>
      </div>
      <div class="actions">
        ${header.actions.map((action, index) => actionButton(action, index > 0, actions, header.review?.accept))}
      </div>
    </header>
    ${factList(header, chunks)} ${header.notes.map(noteCallout)}
    ${landingSection(header.landing, (commit) => actions.undoLanding(commit, chunks[0]?.runId ?? header.runId))}`;
}

function actionButton(
  action: PanelAction,
  secondary: boolean,
  actions: PageActions,
  accept: string | undefined,
): TemplateResult {
  const { icon } = ACTION_LABELS[action];
  const label = (action === 'accept' ? accept : undefined) ?? ACTION_LABELS[action].label;
  return html`<vscode-button ?secondary=${secondary} icon=${icon} title=${label} @click=${() => actions.act(action)}>
    <span class="label">${label}</span>
  </vscode-button>`;
}

function headerLabel({ status, statusText, kind }: HeaderView): string {
  return statusText ?? statusLabel(status, kind);
}

/** Returns the status that screen readers announce when it changes. */
function liveStatus(header: HeaderView, chunks: readonly ChunkView[]): string {
  const running = chunks.find((chunk) => chunk.status === 'running');
  const attempt = running?.attempts.at(-1);
  if (header.status !== 'running' || !running) return headerLabel(header);
  const prefix = chunks.length > 1 ? `${running.title}: ` : '';
  return attempt
    ? l10n.t('{0}attempt {1} of {2}', prefix, attempt.number, attempt.of)
    : `${prefix}${l10n.t('starting')}`;
}

function factList(header: HeaderView, chunks: readonly ChunkView[]): TemplateResult {
  const [only] = chunks;
  const single = chunks.length === 1 ? only : undefined;
  return html`<dl class="facts">
    ${fact(l10n.t('Status'), html`<span class=${statusTone(header.status)}>${headerLabel(header)}</span>`)}
    ${
      single
        ? singleFacts(single)
        : fact(
            l10n.t('Chunks'),
            html`${chunks.filter((chunk) => chunk.status === 'pass').length}/${chunks.length}
            ${header.kind === 'run' ? l10n.t('passed') : l10n.t('met')}`,
          )
    }
    ${header.kind === 'run' ? usageFacts(chunks) : nothing}
  </dl>`;
}

function singleFacts(chunk: ChunkView): TemplateResult {
  const attempt = chunk.attempts.at(-1);
  const requirements = attempt?.requirements ?? chunk.requirements;
  return html`${attempt ? fact(l10n.t('Attempt'), html`${l10n.t('{0} of {1}', attempt.number, attempt.of)}`) : nothing}
  ${
    attempt && attempt.build !== 'none'
      ? fact(l10n.t('Build'), html`<span class=${attempt.build === 'passed' ? 'good' : 'bad'}>${attempt.build}</span>`)
      : nothing
  }
  ${
    requirements.length > 0
      ? html`${fact(l10n.t('Requirements'), html`${countLabel(requirements, 'assert')}`)}
        ${fact(l10n.t('Suggestions'), html`${countLabel(requirements, 'suggest')}`)}`
      : nothing
  }`;
}

function usageFacts(chunks: readonly ChunkView[]): TemplateResult | typeof nothing {
  const usage = totalUsage(
    chunks.flatMap<{ readonly usage?: UsageView | undefined }>((chunk) => (chunk.usage ? [chunk] : chunk.attempts)),
  );
  if (!usage) return nothing;
  return html`${fact(l10n.t('Tokens'), html`${tokenLabel(usage)}`)}
  ${fact(l10n.t('Cost'), html`${costLabel(usage.costUsd)}`)}`;
}

function fact(title: string, value: TemplateResult): TemplateResult {
  return html`<div class="fact">
    <dt>${title}</dt>
    <dd>${value}</dd>
  </div>`;
}

function noteCallout({ level, message }: HeaderView['notes'][number]): TemplateResult {
  const { icon, tone } = NOTE_STYLES[level];
  return html`<div class="callout ${tone}" role=${level === 'error' ? 'alert' : 'note'}>
    <vscode-icon name=${icon}></vscode-icon>
    <div class="lines">${message}</div>
  </div>`;
}
