import { html, LitElement, type TemplateResult } from 'lit';
import {
  amendmentMemorySchema,
  toAmendmentPanelSchema,
  type AmendmentMemory,
  type FromAmendmentPanel,
} from '../protocol/amendment-messages.ts';
import type { Place } from '../protocol/view.ts';
import { formStyles } from '../results/form-styles.ts';
import { headerStyles, pageStyles } from '../results/page-styles.ts';
import { sectionStyles, tableStyles } from '../results/section-styles.ts';
import type { AmendmentActions } from './amendment-actions.ts';
import {
  applyMessage,
  editsOf,
  emptyState,
  memoryOf,
  rememberedState,
  type AmendmentState,
} from './amendment-state.ts';
import { changeSection } from './change-section.ts';
import { decisionHeader } from './decision-header.ts';
import { attemptsSection, effectsSection, typesSection } from './effects-section.ts';

/** The editor's side of the page. */
export interface AmendmentPageHost {
  send(message: FromAmendmentPanel): void;
  remember(memory: AmendmentMemory): void;
}

/** The amendment panel's page: a proposed change of a contract, what it would affect, and what is to become of it. */
export class AmendmentPage extends LitElement implements AmendmentActions {
  static override properties = { state: { state: true } };
  static override styles = [pageStyles, headerStyles, sectionStyles, tableStyles, formStyles];

  declare state: AmendmentState;
  declare host: AmendmentPageHost | undefined;

  constructor() {
    super();
    this.state = emptyState;
  }

  /** Takes a message of the extension; what is not understood is passed over. */
  receive(raw: unknown): void {
    const message = toAmendmentPanelSchema.safeParse(raw);
    if (!message.success) return;
    this.state = applyMessage(this.state, message.data);
    this.#remember();
  }

  /** Takes up what was remembered when the page was hidden or the window closed. */
  restore(memory: unknown): void {
    this.state = rememberedState(amendmentMemorySchema.safeParse(memory).data);
  }

  openPlace(place: Place): void {
    this.host?.send({ type: 'open-place', place });
  }

  openDiff(): void {
    this.host?.send({ type: 'open-diff' });
  }

  showRun(): void {
    this.host?.send({ type: 'show-run' });
  }

  accept(): void {
    this.state = { ...this.state, deciding: true, refusal: undefined };
    this.host?.send({ type: 'accept', changes: editsOf(this.state) });
  }

  reject(): void {
    this.state = { ...this.state, deciding: true, refusal: undefined };
    this.host?.send({ type: 'reject' });
  }

  edit(editing: boolean): void {
    this.state = { ...this.state, editing, written: new Map(), refusal: undefined };
    this.#remember();
  }

  write(path: string, newText: string): void {
    this.state = { ...this.state, written: new Map(this.state.written).set(path, newText) };
    this.#remember();
  }

  #remember(): void {
    const memory = memoryOf(this.state);
    if (memory) this.host?.remember(memory);
  }

  override render(): TemplateResult {
    const { view, failure } = this.state;
    if (!view) {
      return html`<main>
        <p role="status" class=${failure === undefined ? 'muted' : 'bad'}>${failure ?? 'Nothing to show yet.'}</p>
      </main>`;
    }
    return html`<main>
      ${decisionHeader(view, this.state, this)} ${changeSection(view, this.state, this)} ${typesSection(view)}
      ${effectsSection(view, this)} ${attemptsSection(view, this)}
    </main>`;
  }
}
