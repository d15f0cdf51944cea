import * as l10n from '../shared/l10n.ts';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import {
  messageToPlanPanelSchema,
  planMemorySchema,
  type MessageFromPlanPanel,
  type PlanMemory,
  type MessageToPlanPanel,
} from '../protocol/plan-messages.ts';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { chunkDetails, findingList } from './chunk-details.ts';
import { layoutPlan, type PlanLayout } from './plan-layout.ts';
import { planList } from './plan-list.ts';
import { findingCount } from './plan-page-labels.ts';
import { planStyles } from './plan-styles.ts';
import type { Viewport } from './viewport.ts';

/** The visible part is stored after it has not changed for this long, in milliseconds. */
const REMEMBER_MS = 250;

/** The page of the plan panel: the chunks as a graph or a list, and details of the selected chunk. */
export class PlanPage extends LitElement {
  static override properties = {
    message: { state: true },
    selectedChunk: { state: true },
    asList: { state: true },
  };
  static override styles = [pageStyles, headerStyles, planStyles];

  /** The last message of the extension. */
  declare message: MessageToPlanPanel | undefined;
  /** The id of the selected chunk. */
  declare selectedChunk: string | undefined;
  declare asList: boolean;
  declare host: PageHost<MessageFromPlanPanel, PlanMemory> | undefined;
  /** The visible part of the graph. `undefined` until the graph is shown. */
  #viewport: Viewport | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #layout: PlanLayout | undefined;
  /** Identifies the chunks and edges of `#layout`. */
  #layoutKey = '';

  constructor() {
    super();
    this.asList = false;
  }

  /** Restores the state from before the page was hidden or the window was closed. */
  restore(memory: unknown): void {
    const restored = planMemorySchema.safeParse(memory).data;
    this.asList = restored?.asList === true;
    this.#viewport = restored?.viewport;
  }

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToPlanPanelSchema.safeParse(raw);
    if (!message.success) return;
    const { memory } = message.data;
    const previous = this.message?.memory;
    const isOtherPlan = previous?.folder !== memory.folder || previous.contract !== memory.contract;
    const isOtherChunk = memory.chunk !== undefined && memory.chunk !== previous?.chunk;
    if (isOtherPlan || isOtherChunk) this.selectedChunk = memory.chunk;
    if (isOtherPlan && previous) this.#viewport = undefined;
    if (isOtherPlan && previous) this.#layoutKey = '';
    this.message = message.data;
    this.#remember();
  }

  override render(): TemplateResult {
    const { message } = this;
    if (!message) return emptyPage(l10n.t('Plan'));
    if (message.type === 'nothing') {
      return html`<main>
        <h1>${message.memory.contract}</h1>
        <p role="status" class="muted">${message.message}</p>
      </main>`;
    }
    const { view } = message;
    const index = view.chunks.findIndex(({ id }) => id === this.selectedChunk);
    const selected = index < 0 ? undefined : index;
    const select = (position: number): void => this.#select(view, position);
    const open = (position: number): void => {
      this.#select(view, position);
      const chunk = view.chunks[position];
      if (chunk) this.#openLocation(chunk.location);
    };
    const openLocation = (location: SourceLocation): void => this.#openLocation(location);
    return html`<main>
      ${this.#header(view, message.memory)} ${findingList(view.findings, openLocation)}
      ${
        this.asList
          ? planList({ view, selected, select, open })
          : html`<holdfast-plan-graph
                .view=${view}
                .layout=${this.#layout}
                .selected=${selected}
                .initialViewport=${this.#viewport}
                .onSelect=${select}
                .onOpen=${open}
                .onViewport=${(viewport: Viewport) => this.#rememberViewport(viewport)}
              ></holdfast-plan-graph>
              ${legend(view)}`
      }
      ${selected === undefined ? nothing : chunkDetails(view, selected, openLocation)}
    </main>`;
  }

  /** Updates the layout only if the chunks or their dependencies have changed. */
  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('message') || this.message?.type !== 'show') return;
    const { chunks, edges } = this.message.view;
    const key = JSON.stringify([chunks.length, edges]);
    if (key === this.#layoutKey) return;
    this.#layoutKey = key;
    this.#layout = layoutPlan(chunks.length, edges);
  }

  #header(view: PlanView, { contract }: PlanMemory): TemplateResult {
    const findings = findingCount([...view.findings, ...view.chunks.flatMap((chunk) => chunk.findings)]);
    const exempt = view.chunks.filter(({ verifyExempt }) => verifyExempt).length;
    const counts = [
      formatCount(view.chunks.length, l10n.t('chunk'), l10n.t('chunks')),
      findings === '' ? l10n.t('no findings') : findings,
      ...(exempt > 0 ? [l10n.t('{0} verify-exempt', exempt)] : []),
    ].join(', ');
    return html`<header>
      <div>
        <h1><vscode-icon name="type-hierarchy"></vscode-icon><span class="name">${view.title}</span></h1>
        <div class="subject muted">
          <span role="status" aria-live="polite">
            ${counts}${view.stale ? l10n.t('. The contract cannot be parsed. This is the last valid plan.') : ''}
          </span>
          <button class="link" @click=${() => this.#openLocation({ file: contract, line: 1, column: 1 })}>
            ${contract}
          </button>
        </div>
      </div>
      <div class="switch" role="group" aria-label=${l10n.t('Show the chunks as')}>
        ${this.#switchButton(l10n.t('Graph'), false)} ${this.#switchButton(l10n.t('List'), true)}
      </div>
    </header>`;
  }

  #switchButton(label: string, asList: boolean): TemplateResult {
    const onClick = (): void => {
      this.asList = asList;
      this.#remember();
    };
    return html`<button aria-pressed=${this.asList === asList ? 'true' : 'false'} @click=${onClick}>${label}</button>`;
  }

  #select(view: PlanView, position: number): void {
    this.selectedChunk = view.chunks[position]?.id;
    this.#remember();
  }

  /** A drag changes the visible part with each frame, and storing it sends a message. */
  #rememberViewport(viewport: Viewport): void {
    this.#viewport = viewport;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#remember(), REMEMBER_MS);
  }

  #remember(): void {
    if (!this.message) return;
    const { memory } = this.message;
    this.host?.remember({ ...memory, chunk: this.selectedChunk, asList: this.asList, viewport: this.#viewport });
  }

  #openLocation(location: SourceLocation): void {
    this.host?.send({ type: 'open-location', location });
  }
}

function legend({ edges }: PlanView): TemplateResult | typeof nothing {
  if (edges.length === 0) return nothing;
  return html`<p class="muted legend">
    <span class="key">dependsOn</span>
    ${edges.some(({ declared }) => !declared) ? html`<span class="key implied">${l10n.t('used, without dependsOn')}</span>` : nothing}
  </p>`;
}
