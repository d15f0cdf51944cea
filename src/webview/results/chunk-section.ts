import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import type { AttemptView, ChunkView, HeaderView, TranscriptEntry } from '../protocol/results-panel-data.ts';
import { diffSection } from '../shared/diff-table.ts';
import { strengthSection } from '../shared/strength-section.ts';
import { attemptComparison } from './attempt-comparison.ts';
import { choiceSection } from './choice-section.ts';
import { commandList, problemList, provesSomething } from './command-list.ts';
import { gateSection, warningSection } from './gate-section.ts';
import { blockerSection, landingSection } from './landing-section.ts';
import type { PageActions } from './page-actions.ts';
import { requirementSections } from './requirement-list.ts';
import { statusIcon, stopReasonLabel } from './results-labels.ts';
import { tabList, type Tab } from './tab-list.ts';
import { transcriptSection } from './transcript-section.ts';

export interface ChunkSectionInput {
  readonly chunk: ChunkView;
  readonly kind: HeaderView['kind'];
  /** Whether the result waits for review: its change is shown in the diff editor, and not here too. */
  readonly isInReview: boolean;
  /** The number of the selected attempt, or the comparison of all attempts. */
  readonly selected: number | 'compare';
  readonly transcript: (attempt: number) => readonly TranscriptEntry[];
  readonly select: (attempt: number | 'compare') => void;
  readonly actions: PageActions;
}

/** The details of one chunk. */
export function chunkSection(page: ChunkSectionInput): TemplateResult {
  const { chunk, actions } = page;
  const shown = chunk.attempts.find((attempt) => attempt.number === page.selected);
  const tone = chunk.status === 'unverified' || chunk.status === 'notStarted' ? 'quiet' : 'bad';
  return html`
    ${
      chunk.reason === undefined || chunk.blockers.length > 0 || chunk.pendingChoice
        ? nothing
        : html`<div class="callout ${tone}">
            <vscode-icon name=${statusIcon(chunk.status)}></vscode-icon>
            <div class="lines">${chunk.reason}</div>
          </div>`
    }
    ${amendmentNote(chunk, actions)} ${choiceSection(chunk, actions)} ${blockerSection(chunk.blockers)}
    ${problemList({ problems: chunk.problems, refusedWrites: [], state: 'failed' })}
    ${landingSection(chunk.landing, (commit) => actions.undoLanding(commit, chunk.runId))}
    ${strengthSection(chunk.strength)} ${warningSection(chunk.warnings)}
    ${gateSection(l10n.t('Gates'), chunk.gates, actions)}
    ${chunk.attempts.length === 0 ? resultsWithoutAttempt(page) : nothing}
    ${chunk.attempts.length > 1 ? attemptTabs(page) : nothing}
    ${
      shown
        ? attemptSection(
            shown,
            page.transcript(shown.number),
            actions,
            page.isInReview && shown === chunk.attempts.at(-1) && shown.state !== 'failed',
          )
        : nothing
    }
    ${
      page.selected === 'compare'
        ? html`<div role="tabpanel" aria-label="${l10n.t('Comparison of the attempts')}">
            ${attemptComparison(chunk.attempts)}
          </div>`
        : nothing
    }
  `;
}

/** The results of a check, or the commands of a run that ended before its first attempt. Failed commands come first. */
function resultsWithoutAttempt({ chunk, kind, actions }: ChunkSectionInput): TemplateResult {
  return html`${commandList(kind === 'check' ? l10n.t('Commands') : l10n.t('Before the first attempt'), chunk.preparation)}
  ${requirementSections(chunk.requirements, actions)}`;
}

function amendmentNote({ amendment }: ChunkView, actions: PageActions): TemplateResult | typeof nothing {
  if (amendment === undefined) return nothing;
  return html`<div class="callout attention" role="note">
    <vscode-icon name="edit"></vscode-icon>
    <div>
      ${l10n.t('A contract change was proposed.')}
      <button class="link" @click=${() => actions.showAmendment(amendment)}>${l10n.t('Show amendment')}</button>
    </div>
  </div>`;
}

const ATTEMPT_STYLES: Readonly<Record<AttemptView['state'], Pick<Tab, 'icon' | 'tone'>>> = {
  running: { icon: 'sync', tone: 'busy' },
  passed: { icon: 'pass', tone: 'good' },
  unverified: { icon: 'dash', tone: 'quiet' },
  failed: { icon: 'error', tone: 'bad' },
};

const ATTEMPT_LABELS: Readonly<Record<AttemptView['state'], string>> = {
  running: l10n.t('running'),
  passed: l10n.t('passed'),
  unverified: l10n.t('not verified'),
  failed: l10n.t('failed'),
};

function attemptTabs({ chunk, selected, select }: ChunkSectionInput): TemplateResult {
  const tabs: Tab[] = chunk.attempts.map((attempt) => ({
    id: String(attempt.number),
    label: l10n.t('Attempt {0} of {1}', attempt.number, attempt.of),
    ...ATTEMPT_STYLES[attempt.state],
    spin: attempt.state === 'running',
    status: ATTEMPT_LABELS[attempt.state],
  }));
  tabs.push({
    id: 'compare',
    label: l10n.t('Compare'),
    icon: 'split-horizontal',
    tone: 'quiet',
    spin: false,
    status: '',
  });
  return tabList(l10n.t('Attempts'), tabs, String(selected), (id) => select(id === 'compare' ? 'compare' : Number(id)));
}

/** What an attempt did. If everything of it holds, it is folded: a person looks for what failed. */
function attemptSection(
  attempt: AttemptView,
  transcript: readonly TranscriptEntry[],
  actions: PageActions,
  isChangeElsewhere: boolean,
): TemplateResult {
  const isLive = attempt.state === 'running';
  const content = html`${problemList(attempt)} ${requirementSections(attempt.requirements, actions)}
  ${gateSection(l10n.t('Gates after attempt {0}', attempt.number), attempt.gates, actions)}
  ${commandList(l10n.t('Commands'), attempt.commands)} ${transcriptSection(transcript, attempt.output, isLive)}
  ${isChangeElsewhere ? nothing : diffSection(attempt.diff)}`;
  return html`<div role="tabpanel" aria-label="${l10n.t('Attempt {0}', attempt.number)}">
    ${attemptNote(attempt)}
    ${
      holdsEverything(attempt)
        ? html`<details class="more">
            <summary>${l10n.t('What was checked: {0}', describeChecked(attempt))}</summary>
            ${content}
          </details>`
        : content
    }
  </div>`;
}

/** What a running attempt does, or why an attempt stopped before the model had finished. */
function attemptNote({ state, stage, stopReason }: AttemptView): TemplateResult | typeof nothing {
  if (state === 'running') return html`<p class="muted"><strong>${stage ?? l10n.t('starting')}</strong></p>`;
  if (stopReason === 'finished') return nothing;
  return html`<p class="muted">${l10n.t('Stopped:')} ${stopReasonLabel(stopReason)}</p>`;
}

function holdsEverything({ state, requirements, gates, commands, problems, refusedWrites }: AttemptView): boolean {
  return (
    state === 'passed' &&
    problems.length === 0 &&
    refusedWrites.length === 0 &&
    requirements.every(({ passed }) => passed) &&
    gates.every(({ verdict }) => verdict === 'PASS') &&
    commands.every(provesSomething)
  );
}

/** `2 requirements, 1 gate, 1 command` */
function describeChecked({ requirements, gates, commands }: AttemptView): string {
  const parts = [
    [requirements.length, l10n.t('requirement'), l10n.t('requirements')],
    [gates.length, l10n.t('gate'), l10n.t('gates')],
    [commands.length, l10n.t('command'), l10n.t('commands')],
  ] as const;
  return parts.flatMap(([count, one, many]) => (count === 0 ? [] : [formatCount(count, one, many)])).join(', ');
}
