import * as l10n from '../shared/l10n.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  resultsMemorySchema,
  messageToResultsPanelSchema,
  type MessageFromResultsPanel,
  type ResultsMemory,
} from '../protocol/results-messages.ts';
import type {
  ChunkView,
  GateChoiceView,
  PanelAction,
  ResultsView,
  ResultStatus,
} from '../protocol/results-panel-data.ts';
import type { PendingFileAction } from '../protocol/pending-files-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { formStyles } from '../shared/form-styles.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { sectionStyles, tableStyles } from '../shared/section-styles.ts';
import { acceptStyles } from './accept-button.ts';
import { chunkSection } from './chunk-section.ts';
import { headerSection } from './header-section.ts';
import type { PageActions } from './page-actions.ts';
import { applyMessage, emptyState, getTranscript, type PanelState } from './panel-state.ts';
import { pendingFilesSection, pendingFilesStyles } from './pending-files-section.ts';
import { statusIcon, statusLabel, statusTone } from './results-labels.ts';
import { tabList } from './tab-list.ts';

/** The statuses of chunks that need nothing from the person. */
const UNREMARKABLE: ReadonlySet<ResultStatus> = new Set(['pass', 'waiting', 'unverified', 'discarded', 'notStarted']);

/** The page of the results panel: renders the extension's data and sends the user's actions. */
export class ResultsPage extends LitElement implements PageActions {
  static override properties = {
    panel: { state: true },
    selectedChunk: { state: true },
    selectedAttempts: { state: true },
  };
  static override styles = [
    pageStyles,
    headerStyles,
    sectionStyles,
    tableStyles,
    formStyles,
    pendingFilesStyles,
    acceptStyles,
  ];

  declare panel: PanelState;
  /** The id of the chunk that the user selected. If `undefined`, see `#findShownChunk`. */
  declare selectedChunk: string | undefined;
  /** The attempts that the user selected, by chunk id. */
  declare selectedAttempts: ReadonlyMap<string, number | 'compare'>;
  /** The unsent instruction for the next attempt of a waiting run. */
  instruction = '';
  declare host: PageHost<MessageFromResultsPanel, ResultsMemory> | undefined;
  /** Whether the transcript is scrolled to its end, so that new output scrolls it further. */
  #isTranscriptAtEnd = true;
  #ticks: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.panel = emptyState;
    this.selectedChunk = undefined;
    this.selectedAttempts = new Map();
  }

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToResultsPanelSchema.safeParse(raw);
    if (!message.success) return;
    if (message.data.type === 'show' && isOtherSubject(this.panel.view, message.data.header)) {
      this.selectedChunk = undefined;
      this.selectedAttempts = new Map();
      if (this.panel.view) this.instruction = '';
    }
    this.panel = applyMessage(this.panel, message.data);
    this.#remember();
  }

  /** Restores the state from before the page was hidden or the window was closed. */
  restore(memory: unknown): void {
    this.instruction = resultsMemorySchema.safeParse(memory).data?.instruction ?? '';
  }

  act(action: PanelAction, chunk?: string): void {
    this.host?.send({ type: 'act', action, chunk });
  }

  openLocation(location: SourceLocation): void {
    this.host?.send({ type: 'open-location', location });
  }

  setInstruction(text: string): void {
    this.instruction = text;
    this.#remember();
  }

  choose(runId: string, choice: GateChoiceView, instruction?: string): void {
    this.setInstruction('');
    this.host?.send({ type: 'choose', runId, choice, instruction });
  }

  undoLanding(commit: string | undefined, runId: string | undefined): void {
    this.host?.send({ type: 'undo-landing', commit, runId });
  }

  showAmendment(amendment: string): void {
    this.host?.send({ type: 'show-amendment', amendment });
  }

  decideFile(path: string, action: PendingFileAction): void {
    const runId = this.panel.view?.header.review?.runId;
    if (runId !== undefined) this.host?.send({ type: 'review-file', runId, path, action });
  }

  #remember(): void {
    const header = this.panel.view?.header;
    if (!header) return;
    const { folder, contract, chunk, runId } = header;
    const unsent = this.instruction === '' ? {} : { instruction: this.instruction };
    this.host?.remember({ folder, contract, chunk, runId, ...unsent });
  }

  override render(): TemplateResult {
    const { view } = this.panel;
    if (!view) return emptyPage(l10n.t('Results'));
    const chunk = this.#findShownChunk(view);
    return html`<main>
      ${headerSection(view, this)} ${pendingFilesSection(view.header.review, this)}
      ${view.chunks.length > 1 ? this.#chunkTabs(view, chunk) : nothing}
      ${
        chunk
          ? chunkSection({
              chunk,
              kind: view.header.kind,
              isInReview: view.header.actions.includes('accept'),
              selected: this.#getShownAttempt(chunk),
              transcript: (attempt) => getTranscript(this.panel, chunk.id, attempt),
              select: (attempt) => (this.selectedAttempts = new Map(this.selectedAttempts).set(chunk.id, attempt)),
              actions: this,
            })
          : nothing
      }
    </main>`;
  }

  protected override willUpdate(): void {
    const transcript = this.#findTranscript();
    this.#isTranscriptAtEnd =
      !transcript || transcript.scrollTop + transcript.clientHeight >= transcript.scrollHeight - 24;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#setTicking(false);
  }

  /** Draws the page once in a second while the clock of a run is shown. */
  #setTicking(isTicking: boolean): void {
    if (isTicking === (this.#ticks !== undefined)) return;
    clearInterval(this.#ticks);
    this.#ticks = isTicking ? setInterval(() => this.requestUpdate(), 1_000) : undefined;
  }

  protected override updated(): void {
    this.#setTicking(this.panel.view?.header.startedAt !== undefined);
    const transcript = this.#findTranscript();
    if (transcript && this.#isTranscriptAtEnd) transcript.scrollTop = transcript.scrollHeight;
  }

  #findTranscript(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.transcript');
  }

  #chunkTabs(view: ResultsView, shown: ChunkView | undefined): TemplateResult {
    const tabs = view.chunks.map((chunk) => ({
      id: chunk.id,
      label: chunk.title,
      icon: statusIcon(chunk.status),
      tone: statusTone(chunk.status),
      spin: chunk.status === 'running',
      status: statusLabel(chunk.status, view.header.kind),
    }));
    return tabList(l10n.t('Chunks'), tabs, shown?.id ?? '', (id) => (this.selectedChunk = id));
  }

  #findShownChunk(view: ResultsView): ChunkView | undefined {
    return (
      view.chunks.find((chunk) => chunk.id === this.selectedChunk) ??
      view.chunks.find((chunk) => chunk.status === 'running') ??
      view.chunks.find((chunk) => !UNREMARKABLE.has(chunk.status)) ??
      view.chunks.find((chunk) => chunk.status === 'notStarted') ??
      view.chunks.find((chunk) => chunk.status === 'unverified') ??
      view.chunks.findLast((chunk) => chunk.status === 'pass') ??
      view.chunks[0]
    );
  }

  #getShownAttempt(chunk: ChunkView): number | 'compare' {
    return this.selectedAttempts.get(chunk.id) ?? chunk.attempts.at(-1)?.number ?? 1;
  }
}

function isOtherSubject(view: ResultsView | undefined, header: ResultsView['header']): boolean {
  const current = view?.header;
  return current?.contract !== header.contract || current.chunk !== header.chunk || current.runId !== header.runId;
}
