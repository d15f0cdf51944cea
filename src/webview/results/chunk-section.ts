import { html, nothing, type TemplateResult } from 'lit';
import type { AttemptView, ChunkView, TranscriptEntry } from '../protocol/view.ts';
import { attemptComparison } from './attempt-comparison.ts';
import { commandList, problemList } from './command-list.ts';
import { choiceSection } from './choice-section.ts';
import { diffSection } from './diff-section.ts';
import { gateSection, warningSection } from './gate-section.ts';
import { blockerSection, landingSection } from './landing-section.ts';
import type { PageActions } from './page-actions.ts';
import { requirementSections } from './requirement-list.ts';
import { tabList, type Tab } from './tab-list.ts';
import { transcriptSection } from './transcript.ts';
import { costWords, tokenWords } from './words.ts';

export interface ChunkPage {
  readonly chunk: ChunkView;
  /** The number of the attempt that is shown, or the comparison of all. */
  readonly selected: number | 'compare';
  readonly transcript: (attempt: number) => readonly TranscriptEntry[];
  readonly select: (attempt: number | 'compare') => void;
  readonly actions: PageActions;
}

/** Everything about one chunk. */
export function chunkSection(page: ChunkPage): TemplateResult {
  const { chunk, actions } = page;
  const shown = chunk.attempts.find((attempt) => attempt.number === page.selected);
  return html`
    ${
      chunk.reason === undefined || chunk.blockers.length > 0 || chunk.pendingChoice
        ? nothing
        : html`<div class="callout bad">
            <vscode-icon name="error"></vscode-icon>
            <div>${chunk.reason}</div>
          </div>`
    }
    ${amendmentNote(chunk, actions)} ${choiceSection(chunk, actions)} ${blockerSection(chunk.blockers)}
    ${landingSection(chunk.landing)} ${warningSection(chunk.warnings)} ${gateSection('Gates', chunk.gates, actions)}
    ${chunk.attempts.length === 0 ? requirementSections(chunk.requirements, actions) : nothing}
    ${chunk.attempts.length === 0 ? nothing : attemptTabs(page)}
    ${
      shown
        ? attemptSection(
            shown,
            page.transcript(shown.number),
            actions,
            chunk.status === 'pass' || chunk.status === 'review',
          )
        : nothing
    }
    ${
      page.selected === 'compare'
        ? html`<div role="tabpanel" aria-label="The attempts side by side">${attemptComparison(chunk.attempts)}</div>`
        : nothing
    }
  `;
}

function amendmentNote({ amendment }: ChunkView, actions: PageActions): TemplateResult | typeof nothing {
  if (amendment === undefined) return nothing;
  return html`<div class="callout attention" role="note">
    <vscode-icon name="edit"></vscode-icon>
    <div>
      A change of the contract was proposed.
      <button class="link" @click=${() => actions.showAmendment(amendment)}>Show the amendment</button>
    </div>
  </div>`;
}

function attemptTabs({ chunk, selected, select }: ChunkPage): TemplateResult {
  const tabs: Tab[] = chunk.attempts.map((attempt) => ({
    id: String(attempt.number),
    label: `Attempt ${attempt.number} of ${attempt.of}`,
    icon: attempt.state === 'running' ? 'sync' : attempt.state === 'passed' ? 'pass' : 'error',
    tone: attempt.state === 'running' ? 'busy' : attempt.state === 'passed' ? 'good' : 'bad',
    spin: attempt.state === 'running',
    status: attempt.state,
  }));
  if (chunk.attempts.length > 1)
    tabs.push({
      id: 'compare',
      label: 'Side by side',
      icon: 'split-horizontal',
      tone: 'quiet',
      spin: false,
      status: '',
    });
  return tabList('Attempts', tabs, String(selected), (id) => select(id === 'compare' ? 'compare' : Number(id)));
}

function attemptSection(
  attempt: AttemptView,
  transcript: readonly TranscriptEntry[],
  actions: PageActions,
  openChanges: boolean,
): TemplateResult {
  const live = attempt.state === 'running';
  return html`<div role="tabpanel" aria-label="Attempt ${attempt.number}">
    <p class="muted">
      ${live ? html`<strong>${attempt.stage ?? 'starting'}</strong>` : html`stopped: ${attempt.stopReason ?? 'unknown'}`}
      ${
        attempt.usage ? html` · ${tokenWords(attempt.usage)} tokens, cost ${costWords(attempt.usage.costUsd)}` : nothing
      }
    </p>
    ${problemList(attempt)} ${requirementSections(attempt.requirements, actions)}
    ${gateSection(`Gates after attempt ${attempt.number}`, attempt.gates, actions)}
    ${commandList('Commands', attempt.commands)} ${transcriptSection(transcript, attempt.output, live)}
    ${diffSection(attempt.diff, openChanges)}
  </div>`;
}
