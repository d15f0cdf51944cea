import { html, nothing, type TemplateResult } from 'lit';
import type { ChunkView, HeaderView, PanelAction, PanelView } from '../protocol/view.ts';
import { landingSection } from './landing-section.ts';
import type { PageActions } from './page-actions.ts';
import {
  actionWords,
  costWords,
  countWords,
  statusIcon,
  statusTone,
  statusWords,
  tokenWords,
  totalUsage,
} from './words.ts';

const NOTE_LOOKS = {
  info: { icon: 'info', tone: 'busy' },
  warning: { icon: 'warning', tone: 'attention' },
  error: { icon: 'error', tone: 'bad' },
} as const;

/** Overall status, what it is about, what can be done, and the numbers. */
export function headerSection({ header, chunks }: PanelView, actions: PageActions): TemplateResult {
  return html`<header>
      <div>
        <h1>
          <vscode-icon
            class=${statusTone(header.status)}
            name=${statusIcon(header.status)}
            size="20"
            ?spin=${header.status === 'running'}
          ></vscode-icon>
          ${header.title}
        </h1>
        <div class="subject muted">
          <span role="status" aria-live="polite">${liveWords(header, chunks)}</span>
          <button
            class="link"
            @click=${() => actions.openPlace({ file: header.contract, line: 1, column: 1 })}
            aria-label="Open the contract ${header.contract}"
          >
            ${header.contract}
          </button>
          ${header.model === undefined ? nothing : html`<span>${header.model}</span>`}
        </div>
      </div>
      <div class="actions">${header.actions.map((action, index) => actionButton(action, index > 0, actions))}</div>
    </header>
    ${facts(header, chunks)} ${header.notes.map(note)} ${landingSection(header.landing)}`;
}

function actionButton(action: PanelAction, secondary: boolean, actions: PageActions): TemplateResult {
  const { label, icon } = actionWords[action];
  return html`<vscode-button ?secondary=${secondary} icon=${icon} @click=${() => actions.act(action)}>
    ${label}
  </vscode-button>`;
}

/** What a screen reader is told when it changes. */
function liveWords(header: HeaderView, chunks: readonly ChunkView[]): string {
  const running = chunks.find((chunk) => chunk.status === 'running');
  const attempt = running?.attempts.at(-1);
  if (header.status !== 'running' || !running) return statusWords(header.status, header.kind);
  const where = chunks.length > 1 ? `${running.title}: ` : '';
  return attempt ? `${where}attempt ${attempt.number} of ${attempt.of}` : `${where}starting`;
}

function facts(header: HeaderView, chunks: readonly ChunkView[]): TemplateResult {
  const [only] = chunks;
  const single = chunks.length === 1 ? only : undefined;
  return html`<dl class="facts">
    ${fact('Status', html`<span class=${statusTone(header.status)}>${statusWords(header.status, header.kind)}</span>`)}
    ${
      single
        ? singleFacts(single)
        : fact(
            'Chunks',
            html`${chunks.filter((chunk) => chunk.status === 'pass').length}/${chunks.length}
            ${header.kind === 'run' ? 'passed' : 'hold'}`,
          )
    }
    ${header.kind === 'run' ? usageFacts(chunks) : nothing}
  </dl>`;
}

function singleFacts(chunk: ChunkView): TemplateResult {
  const attempt = chunk.attempts.at(-1);
  const requirements = attempt?.requirements ?? chunk.requirements;
  return html`${attempt ? fact('Attempt', html`${attempt.number} of ${attempt.of}`) : nothing}
  ${
    attempt && attempt.build !== 'none'
      ? fact('Build', html`<span class=${attempt.build === 'passed' ? 'good' : 'bad'}>${attempt.build}</span>`)
      : nothing
  }
  ${
    requirements.length > 0
      ? html`${fact('Requirements', html`${countWords(requirements, 'assert')}`)}
        ${fact('Suggestions', html`${countWords(requirements, 'suggest')}`)}`
      : nothing
  }`;
}

function usageFacts(chunks: readonly ChunkView[]): TemplateResult | typeof nothing {
  const usage = totalUsage(chunks.flatMap((chunk) => chunk.attempts));
  if (!usage) return nothing;
  return html`${fact('Tokens', html`${tokenWords(usage)}`)} ${fact('Cost', html`${costWords(usage.costUsd)}`)}`;
}

function fact(title: string, value: TemplateResult): TemplateResult {
  return html`<div class="fact">
    <dt>${title}</dt>
    <dd>${value}</dd>
  </div>`;
}

function note({ level, message }: HeaderView['notes'][number]): TemplateResult {
  const { icon, tone } = NOTE_LOOKS[level];
  return html`<div class="callout ${tone}" role=${level === 'error' ? 'alert' : 'note'}>
    <vscode-icon name=${icon}></vscode-icon>
    <div>${message}</div>
  </div>`;
}
