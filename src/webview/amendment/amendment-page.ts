import * as l10n from '../shared/l10n.ts';
import { html, LitElement, type TemplateResult } from 'lit';
import {
  amendmentMemorySchema,
  messageToAmendmentPanelSchema,
  type AmendmentMemory,
  type MessageFromAmendmentPanel,
} from '../protocol/amendment-messages.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { formStyles } from '../shared/form-styles.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { sectionStyles, tableStyles } from '../shared/section-styles.ts';
import type { AmendmentActions } from './amendment-actions.ts';
import {
  applyMessage,
  emptyState,
  restoreState,
  toEditedChanges,
  toMemory,
  type AmendmentState,
} from './amendment-state.ts';
import { changeSection } from './change-section.ts';
import { decisionHeader } from './decision-header.ts';
import { violationsSection, effectsSection, typesSection } from './amendment-sections.ts';

/** The page of the amendment panel: a proposed contract change, its effects and its decision. */
export class AmendmentPage extends LitElement implements AmendmentActions {
  static override properties = { state: { state: true } };
  static override styles = [pageStyles, headerStyles, sectionStyles, tableStyles, formStyles];

  declare state: AmendmentState;
  declare host: PageHost<MessageFromAmendmentPanel, AmendmentMemory> | undefined;

  constructor() {
    super();
    this.state = emptyState;
  }

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToAmendmentPanelSchema.safeParse(raw);
    if (!message.success) return;
    this.state = applyMessage(this.state, message.data);
    this.#remember();
  }

  /** Restores the state from before the page was hidden or the window was closed. */
  restore(memory: unknown): void {
    this.state = restoreState(amendmentMemorySchema.safeParse(memory).data);
  }

  openLocation(location: SourceLocation): void {
    this.host?.send({ type: 'open-location', location });
  }

  openDiff(): void {
    this.host?.send({ type: 'open-diff' });
  }

  showRun(): void {
    this.host?.send({ type: 'show-run' });
  }

  accept(): void {
    this.state = { ...this.state, isDeciding: true, refusal: undefined };
    const changes = toEditedChanges(this.state);
    this.host?.send({ type: 'accept', ...(changes === undefined ? {} : { changes }) });
  }

  reject(): void {
    this.state = { ...this.state, isDeciding: true, refusal: undefined };
    this.host?.send({ type: 'reject' });
  }

  setEditing(isEditing: boolean): void {
    this.state = { ...this.state, isEditing, edits: new Map(), refusal: undefined };
    this.#remember();
  }

  setValue(path: string, newText: string): void {
    this.state = { ...this.state, edits: new Map(this.state.edits).set(path, newText) };
    this.#remember();
  }

  #remember(): void {
    const memory = toMemory(this.state);
    if (memory) this.host?.remember(memory);
  }

  override render(): TemplateResult {
    const { view, failure } = this.state;
    if (!view) {
      return emptyPage(l10n.t('Contract Amendment'), failure, failure === undefined ? 'muted' : 'bad');
    }
    return html`<main>
      ${decisionHeader(view, this.state, this)} ${changeSection(view, this.state, this)} ${typesSection(view)}
      ${effectsSection(view, this)} ${violationsSection(view, this)}
    </main>`;
  }
}
