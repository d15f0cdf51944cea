import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { formatCount } from '../../shared/format-count.ts';
import {
  messageToPlanPanelSchema,
  type MessageFromPlanPanel,
  type PlanMemory,
  type MessageToPlanPanel,
} from '../protocol/plan-messages.ts';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { chunkDetails, findingList } from './chunk-details.ts';
import { planGraph } from './plan-graph.ts';
import { layoutPlan, type PlanLayout } from './plan-layout.ts';
import { planList } from './plan-list.ts';
import { findingCount } from './plan-page-labels.ts';
import { planStyles } from './plan-styles.ts';

/** A larger plan is shown as a list: its layout takes seconds, and its drawing is hard to read. */
const MAX_DRAWN_CHUNKS = 150;

/** The page of the plan panel: the graph of the chunks, and details of the selected chunk. */
export class PlanPage extends LitElement {
  static override properties = { message: { state: true }, selectedChunk: { state: true } };
  static override styles = [pageStyles, headerStyles, planStyles];

  /** The last message of the extension. */
  declare message: MessageToPlanPanel | undefined;
  /** The id of the selected chunk. */
  declare selectedChunk: string | undefined;
  declare host: PageHost<MessageFromPlanPanel, PlanMemory> | undefined;
  /** `undefined` if the plan is too large to draw. */
  #layout: PlanLayout | undefined;
  /** Identifies the chunks and edges of `#layout`. */
  #layoutKey = '';

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToPlanPanelSchema.safeParse(raw);
    if (!message.success) return;
    const { memory } = message.data;
    const previous = this.message?.memory;
    const isOtherPlan = previous?.folder !== memory.folder || previous.contract !== memory.contract;
    const isOtherChunk = memory.chunk !== undefined && memory.chunk !== previous?.chunk;
    if (isOtherPlan || isOtherChunk) this.selectedChunk = memory.chunk;
    this.message = message.data;
    this.#remember();
  }

  override render(): TemplateResult {
    const { message } = this;
    if (!message) return html`<main><p class="muted">Loading …</p></main>`;
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
        this.#layout
          ? html`${planGraph({ view, layout: this.#layout, selected, select, open })} ${legend(view)}`
          : planList({ view, selected, select, open })
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
    this.#layout = chunks.length > MAX_DRAWN_CHUNKS ? undefined : layoutPlan(chunks.length, edges);
  }

  #header(view: PlanView, { contract }: PlanMemory): TemplateResult {
    const findings = findingCount([...view.findings, ...view.chunks.flatMap((chunk) => chunk.findings)]);
    const exempt = view.chunks.filter(({ verifyExempt }) => verifyExempt).length;
    const counts = [
      formatCount(view.chunks.length, 'chunk'),
      findings === '' ? 'no findings' : findings,
      ...(exempt > 0 ? [`${exempt} verify-exempt`] : []),
    ].join(', ');
    return html`<header>
      <div>
        <h1><vscode-icon name="type-hierarchy"></vscode-icon>${view.title}</h1>
        <div class="subject muted">
          <span role="status" aria-live="polite">
            ${counts}${view.stale ? '. The contract cannot be parsed. This is the last valid plan.' : ''}
          </span>
          <button class="link" @click=${() => this.#openLocation({ file: contract, line: 1, column: 1 })}>
            ${contract}
          </button>
        </div>
      </div>
    </header>`;
  }

  #select(view: PlanView, position: number): void {
    this.selectedChunk = view.chunks[position]?.id;
    this.#remember();
  }

  #remember(): void {
    if (this.message) this.host?.remember({ ...this.message.memory, chunk: this.selectedChunk });
  }

  #openLocation(location: SourceLocation): void {
    this.host?.send({ type: 'open-location', location });
  }
}

function legend({ edges }: PlanView): TemplateResult | typeof nothing {
  if (edges.length === 0) return nothing;
  return html`<p class="muted legend">
    <span class="key">dependsOn</span>
    ${edges.some(({ declared }) => !declared) ? html`<span class="key implied">used, without dependsOn</span>` : nothing}
  </p>`;
}
