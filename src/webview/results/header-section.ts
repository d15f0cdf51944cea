import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { formatClock } from '../../foundation/format-clock.ts';
import type { ChunkView, HeaderView, PanelAction, ResultsView, UsageView } from '../protocol/results-panel-data.ts';
import { shouldMove } from '../shared/motion.ts';
import { acceptButton } from './accept-button.ts';
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

/** The actions whose label is left out first where there is no room for all. Their names stay. */
const LESS_IMPORTANT: Readonly<Partial<Record<PanelAction, string>>> = {
  'open-changes': 'optional',
  discard: 'less-optional',
};

/** The title, the verdict in one line, the actions, the folded details and the notes of the panel. */
export function headerSection({ header, chunks }: ResultsView, actions: PageActions): TemplateResult {
  const facts = listFacts(header, chunks);
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
          <span class="verdict ${statusTone(header.status)}" role="status" aria-live="polite"
            >${liveStatus(header, chunks)}</span
          >
          ${header.startedAt === undefined ? nothing : clock(header.startedAt)}
          ${facts.length === 0 ? nothing : html`<span class="counts" title=${facts.join(' · ')}>${facts.join(' · ')}</span>`}
        </div>
      </div>
      <div class="actions">
        ${header.actions.map((action, index) =>
          action === 'accept'
            ? acceptButton(header.review, index > 0, actions)
            : actionButton(action, index > 0, header, actions),
        )}
      </div>
    </header>
    ${detailList(header, chunks, actions)} ${header.notes.map(noteCallout)}
    ${landingSection(header.landing, (commit) => actions.undoLanding(commit, chunks[0]?.runId ?? header.runId))}`;
}

function actionButton(
  action: PanelAction,
  secondary: boolean,
  { kind, estimate }: HeaderView,
  actions: PageActions,
): TemplateResult {
  const { icon } = ACTION_LABELS[action];
  const label = action === 'run' && kind === 'run' ? l10n.t('Run Again') : ACTION_LABELS[action].label;
  const title = icon === 'sparkle' && estimate !== undefined ? `${label}. ${estimate}` : label;
  return html`<vscode-button ?secondary=${secondary} icon=${icon} title=${title} @click=${() => actions.act(action)}>
    <span class=${['label', LESS_IMPORTANT[action] ?? ''].join(' ')}>${label}</span>
  </vscode-button>`;
}

/** How long the run has taken. Screen readers do not announce its changes. */
function clock(startedAt: number): TemplateResult {
  return html`<span class="clock" role="timer" aria-label=${l10n.t('Elapsed time')}
    >${formatClock(Date.now() - startedAt)}</span
  >`;
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

/** What follows the verdict in its line. A count that says nothing, such as 0 of 0, is left out. */
function listFacts(header: HeaderView, chunks: readonly ChunkView[]): readonly string[] {
  const [only] = chunks;
  const facts =
    chunks.length === 1 && only !== undefined ? listChunkFacts(header, only) : [countChunks(header, chunks)];
  return [...facts, ...(header.kind === 'check' && header.estimate !== undefined ? [header.estimate] : [])];
}

function countChunks({ kind }: HeaderView, chunks: readonly ChunkView[]): string {
  const passed = chunks.filter((chunk) => chunk.status === 'pass').length;
  return kind === 'run'
    ? l10n.t('{0} of {1} chunks passed', passed, chunks.length)
    : l10n.t('{0} of {1} chunks satisfied', passed, chunks.length);
}

function listChunkFacts({ status }: HeaderView, chunk: ChunkView): readonly string[] {
  const attempt = chunk.attempts.at(-1);
  const requirements = attempt?.requirements ?? chunk.requirements;
  const has = (kind: 'assert' | 'suggest'): boolean => requirements.some((requirement) => requirement.kind === kind);
  return [
    ...(attempt?.build === 'failed' ? [l10n.t('build failed')] : []),
    ...(has('assert') ? [l10n.t('{0} requirements', countLabel(requirements, 'assert'))] : []),
    ...(has('suggest') ? [l10n.t('{0} suggestions', countLabel(requirements, 'suggest'))] : []),
    ...(attempt?.build === 'passed' ? [l10n.t('build passed')] : []),
    ...(attempt && status !== 'running' ? [l10n.t('attempt {0} of {1}', attempt.number, attempt.of)] : []),
  ];
}

/** The contract, the model and what the run has cost, folded. */
function detailList(header: HeaderView, chunks: readonly ChunkView[], actions: PageActions): TemplateResult {
  const usage = header.kind === 'run' ? sumUsage(chunks) : undefined;
  const cost = usage === undefined || usage.costUsd === null ? nothing : html` · ${costLabel(usage.costUsd)}`;
  return html`<details class="more">
    <summary>${l10n.t('Details')}${cost}</summary>
    <dl class="pairs">
      ${pair(
        l10n.t('Contract'),
        html`<button
          class="link"
          @click=${() => actions.openLocation({ file: header.contract, line: 1, column: 1 })}
          aria-label="${l10n.t('Open the contract {0}', header.contract)}"
        >
          ${header.contract}
        </button>`,
      )}
      ${header.model === undefined ? nothing : pair(l10n.t('Model'), html`${header.model}`)}
      ${
        usage === undefined
          ? nothing
          : html`${pair(l10n.t('Tokens'), html`${tokenLabel(usage)}`)}
            ${pair(l10n.t('Cost'), html`${costLabel(usage.costUsd)}`)}`
      }
    </dl>
  </details>`;
}

function sumUsage(chunks: readonly ChunkView[]): UsageView | undefined {
  return totalUsage(
    chunks.flatMap<{ readonly usage?: UsageView | undefined }>((chunk) => (chunk.usage ? [chunk] : chunk.attempts)),
  );
}

function pair(title: string, value: TemplateResult): TemplateResult {
  return html`<dt>${title}</dt>
    <dd>${value}</dd>`;
}

function noteCallout({ level, message }: HeaderView['notes'][number]): TemplateResult {
  const { icon, tone } = NOTE_STYLES[level];
  return html`<div class="callout ${tone}" role=${level === 'error' ? 'alert' : 'note'}>
    <vscode-icon name=${icon}></vscode-icon>
    <div class="lines">${message}</div>
  </div>`;
}
