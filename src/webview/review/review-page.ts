import * as l10n from '../shared/l10n.ts';
import { html, LitElement, type TemplateResult } from 'lit';
import {
  messageToReviewPanelSchema,
  reviewMemorySchema,
  type MessageFromReviewPanel,
  type MessageToReviewPanel,
  type ReviewGrouping,
  type ReviewMemory,
} from '../protocol/review-messages.ts';
import type { ReviewAction, ReviewView } from '../protocol/review-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { reportHeader } from '../shared/report-header.ts';
import { partsStyles, tableStyles } from '../shared/section-styles.ts';
import { findingsSection } from './findings-section.ts';
import { passesSection } from './passes-section.ts';
import { findingStyles, reviewStyles } from './review-styles.ts';

const ACTIONS: Readonly<Record<ReviewAction, { readonly label: string; readonly icon: string }>> = {
  review: { label: l10n.t('Review Changes'), icon: 'play' },
  cancel: { label: l10n.t('Cancel'), icon: 'debug-stop' },
  copy: { label: l10n.t('Copy as Text'), icon: 'copy' },
  clear: { label: l10n.t('Clear'), icon: 'clear-all' },
};

/** The page of the review panel: the verdict, what could not be checked, the findings and the passes. */
export class ReviewPage extends LitElement {
  static override properties = { message: { state: true }, groupBy: { state: true } };
  static override styles = [pageStyles, headerStyles, tableStyles, partsStyles, reviewStyles, findingStyles];

  /** The last message of the extension. */
  declare message: MessageToReviewPanel | undefined;
  declare groupBy: ReviewGrouping;
  declare host: PageHost<MessageFromReviewPanel, ReviewMemory> | undefined;

  constructor() {
    super();
    this.groupBy = 'severity';
  }

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToReviewPanelSchema.safeParse(raw);
    if (!message.success) return;
    this.message = message.data;
    this.#remember();
  }

  /** Restores the state from before the page was hidden or the window was closed. */
  restore(memory: unknown): void {
    this.groupBy = reviewMemorySchema.safeParse(memory).data?.groupBy ?? 'severity';
  }

  override render(): TemplateResult {
    if (!this.message) return emptyPage(l10n.t('Review'));
    return html`<main>${this.#content(this.message.view)}</main>`;
  }

  #content(view: ReviewView): TemplateResult {
    const actions = view.actions.map((action) => ({
      ...ACTIONS[action],
      run: () => this.host?.send({ type: 'act', action }),
    }));
    const open = (location: SourceLocation): void => this.host?.send({ type: 'open-location', location });
    return html`${reportHeader(view, actions)}
    ${findingsSection(view, { groupBy: this.groupBy, open, group: (groupBy) => this.#group(groupBy) })}
    ${passesSection(view)}`;
  }

  #group(groupBy: ReviewGrouping): void {
    this.groupBy = groupBy;
    this.#remember();
  }

  #remember(): void {
    if (!this.message) return;
    const { memory, view } = this.message;
    this.host?.remember({ ...memory, groupBy: this.groupBy, view });
  }
}
