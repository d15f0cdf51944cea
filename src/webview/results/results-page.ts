import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { panelMemorySchema, toPanelSchema, type FromPanel, type PanelMemory } from '../protocol/messages.ts';
import type { ChunkView, GateChoiceView, PanelAction, PanelView, Place } from '../protocol/view.ts';
import { chunkSection } from './chunk-section.ts';
import { formStyles } from './form-styles.ts';
import { headerSection } from './header-section.ts';
import type { PageActions } from './page-actions.ts';
import { applyMessage, emptyState, transcriptOf, type PanelState } from './panel-state.ts';
import { headerStyles, pageStyles } from './page-styles.ts';
import { sectionStyles, tableStyles } from './section-styles.ts';
import { tabList } from './tab-list.ts';
import { statusIcon, statusTone, statusWords } from './words.ts';

/** The editor's side of the page. */
export interface PageHost {
  send(message: FromPanel): void;
  remember(memory: PanelMemory): void;
}

/** The results panel's page: it draws what the extension tells, and tells the extension what a person does. */
export class ResultsPage extends LitElement implements PageActions {
  static override properties = {
    panel: { state: true },
    chosenChunk: { state: true },
    chosenAttempts: { state: true },
  };
  static override styles = [pageStyles, headerStyles, sectionStyles, tableStyles, formStyles];

  declare panel: PanelState;
  /** The chunk that a person chose; without a choice the page follows the run. */
  declare chosenChunk: string | undefined;
  /** The attempt that a person chose, by chunk. */
  declare chosenAttempts: ReadonlyMap<string, number | 'compare'>;
  /** What a person has begun to write for the next attempt of a run that waits. */
  instruction = '';
  declare host: PageHost | undefined;
  #transcriptAtEnd = true;

  constructor() {
    super();
    this.panel = emptyState;
    this.chosenChunk = undefined;
    this.chosenAttempts = new Map();
  }

  /** Takes a message of the extension; what is not understood is passed over. */
  receive(raw: unknown): void {
    const message = toPanelSchema.safeParse(raw);
    if (!message.success) return;
    if (message.data.type === 'show' && isOther(this.panel.view, message.data.header)) {
      this.chosenChunk = undefined;
      this.chosenAttempts = new Map();
      if (this.panel.view) this.instruction = '';
    }
    this.panel = applyMessage(this.panel, message.data);
    this.#remember();
  }

  /** Takes up what was remembered when the page was hidden or the window closed. */
  restore(memory: unknown): void {
    this.instruction = panelMemorySchema.safeParse(memory).data?.instruction ?? '';
  }

  act(action: PanelAction, chunk?: string): void {
    this.host?.send({ type: 'act', action, chunk });
  }

  openPlace(place: Place): void {
    this.host?.send({ type: 'open-place', place });
  }

  writeInstruction(text: string): void {
    this.instruction = text;
    this.#remember();
  }

  choose(runId: string, choice: GateChoiceView, instruction?: string): void {
    this.writeInstruction('');
    this.host?.send({ type: 'choose', runId, choice, instruction });
  }

  showAmendment(amendment: string): void {
    this.host?.send({ type: 'show-amendment', amendment });
  }

  #remember(): void {
    const header = this.panel.view?.header;
    if (!header) return;
    const { folder, contract, chunk, runId } = header;
    const begun = this.instruction === '' ? {} : { instruction: this.instruction };
    this.host?.remember({ folder, contract, chunk, runId, ...begun });
  }

  override render(): TemplateResult {
    const { view } = this.panel;
    if (!view) return html`<main><p class="muted">Nothing to show yet.</p></main>`;
    const chunk = this.#shownChunk(view);
    return html`<main>
      ${headerSection(view, this)} ${view.chunks.length > 1 ? this.#chunkTabs(view, chunk) : nothing}
      ${
        chunk
          ? chunkSection({
              chunk,
              selected: this.#shownAttempt(chunk),
              transcript: (attempt) => transcriptOf(this.panel, chunk.id, attempt),
              select: (attempt) => (this.chosenAttempts = new Map(this.chosenAttempts).set(chunk.id, attempt)),
              actions: this,
            })
          : nothing
      }
    </main>`;
  }

  protected override willUpdate(): void {
    const transcript = this.#transcript();
    this.#transcriptAtEnd =
      !transcript || transcript.scrollTop + transcript.clientHeight >= transcript.scrollHeight - 24;
  }

  protected override updated(): void {
    const transcript = this.#transcript();
    if (transcript && this.#transcriptAtEnd) transcript.scrollTop = transcript.scrollHeight;
  }

  #transcript(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.transcript');
  }

  #chunkTabs(view: PanelView, shown: ChunkView | undefined): TemplateResult {
    const tabs = view.chunks.map((chunk) => ({
      id: chunk.id,
      label: chunk.title,
      icon: statusIcon(chunk.status),
      tone: statusTone(chunk.status),
      spin: chunk.status === 'running',
      status: statusWords(chunk.status, view.header.kind),
    }));
    return tabList('Chunks', tabs, shown?.id ?? '', (id) => (this.chosenChunk = id));
  }

  #shownChunk(view: PanelView): ChunkView | undefined {
    return (
      view.chunks.find((chunk) => chunk.id === this.chosenChunk) ??
      view.chunks.find((chunk) => chunk.status === 'running') ??
      view.chunks.find((chunk) => chunk.status !== 'pass' && chunk.status !== 'waiting') ??
      view.chunks.findLast((chunk) => chunk.status === 'pass') ??
      view.chunks[0]
    );
  }

  #shownAttempt(chunk: ChunkView): number | 'compare' {
    return this.chosenAttempts.get(chunk.id) ?? chunk.attempts.at(-1)?.number ?? 1;
  }
}

function isOther(view: PanelView | undefined, header: PanelView['header']): boolean {
  const now = view?.header;
  return now?.contract !== header.contract || now.chunk !== header.chunk || now.runId !== header.runId;
}
