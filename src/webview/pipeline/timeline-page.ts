import * as l10n from '../shared/l10n.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  messageToTimelinePanelSchema,
  timelineMemorySchema,
  type MessageFromTimelinePanel,
  type MessageToTimelinePanel,
  type TimelineMemory,
} from './protocol/timeline-messages.ts';
import type { ItemPart, TimelineAction, TimelineView } from './protocol/timeline-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import { findingStyles } from '../review/review-styles.ts';
import { distributionStyles } from '../scenarios/scenarios-styles.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { partsStyles, tableStyles } from '../shared/section-styles.ts';
import { costSection, documentsSection, subItemsSection } from './item-sections.ts';
import { itemHeader } from './item-header.ts';
import { judgementsSection } from './judgements-section.ts';
import type { TimelineActions } from './timeline-actions.ts';
import { entriesSection } from './timeline-entries.ts';
import { timelineStyles } from './timeline-styles.ts';

/** The page of the timeline panel: what waits for a decision about a work item, its parts, and what happened to it. */
export class TimelinePage extends LitElement implements TimelineActions {
  static override properties = { message: { state: true }, showsDetails: { state: true } };
  static override styles = [
    pageStyles,
    headerStyles,
    tableStyles,
    partsStyles,
    findingStyles,
    distributionStyles,
    timelineStyles,
  ];

  /** The last message of the extension. */
  declare message: MessageToTimelinePanel | undefined;
  /** Whether effects and model calls are shown. */
  declare showsDetails: boolean;
  declare host: PageHost<MessageFromTimelinePanel, TimelineMemory> | undefined;

  constructor() {
    super();
    this.showsDetails = false;
  }

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToTimelinePanelSchema.safeParse(raw);
    if (!message.success) return;
    this.message = message.data;
    this.#remember();
  }

  /** Restores the state from before the page was hidden or the window was closed. */
  restore(memory: unknown): void {
    this.showsDetails = timelineMemorySchema.safeParse(memory).data?.showsDetails === true;
  }

  act(action: TimelineAction): void {
    this.host?.send({ type: 'act', action });
  }

  approve(part: ItemPart): void {
    this.host?.send({ type: 'approve', part });
  }

  reject(part: ItemPart): void {
    this.host?.send({ type: 'reject', part });
  }

  open(part: ItemPart): void {
    this.host?.send({ type: 'open', part });
  }

  openFinding(subItem: string, location: SourceLocation): void {
    this.host?.send({ type: 'open-finding', subItem, location });
  }

  override render(): TemplateResult {
    const { message } = this;
    if (!message) return emptyPage(l10n.t('Work Item'));
    if (message.type === 'nothing') return emptyPage(l10n.t('Work Item'), message.message);
    return html`<main>${this.#content(message.view)}</main>`;
  }

  #content(view: TimelineView): TemplateResult {
    return html`${itemHeader(view, this)} ${subItemsSection(view, this)} ${judgementsSection(view, this)}
    ${documentsSection(view, this)} ${view.costs.length > 0 ? costSection(view) : nothing}
    ${entriesSection(view.entries, this.showsDetails, (shows) => this.#setDetails(shows))}`;
  }

  #setDetails(shows: boolean): void {
    this.showsDetails = shows;
    this.#remember();
  }

  #remember(): void {
    if (this.message) this.host?.remember({ ...this.message.memory, showsDetails: this.showsDetails });
  }
}
