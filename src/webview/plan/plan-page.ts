import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { toPlanPanelSchema, type FromPlanPanel, type PlanMemory, type ToPlanPanel } from '../protocol/plan-messages.ts';
import type { PlanView } from '../protocol/plan-view.ts';
import type { Place } from '../protocol/view.ts';
import { headerStyles, pageStyles } from '../results/page-styles.ts';
import { chunkDetails, findingList } from './chunk-details.ts';
import { planGraph } from './plan-graph.ts';
import { layoutPlan, type PlanLayout } from './plan-layout.ts';
import { planList } from './plan-list.ts';
import { planStyles } from './plan-styles.ts';
import { counted, findingCount } from './plan-words.ts';

/** The editor's side of the page. */
export interface PlanPageHost {
  send(message: FromPlanPanel): void;
  remember(memory: PlanMemory): void;
}

/** A drawing of more chunks helps nobody, and takes seconds to lay out. */
const MOST_DRAWN = 150;

/** The plan panel's page: the graph of a plan's chunks, and what the chosen one takes and gives. */
export class PlanPage extends LitElement {
  static override properties = { told: { state: true }, chosen: { state: true } };
  static override styles = [pageStyles, headerStyles, planStyles];

  /** What the extension said last. */
  declare told: ToPlanPanel | undefined;
  /** The id of the chunk that a person chose. */
  declare chosen: string | undefined;
  declare host: PlanPageHost | undefined;
  #layout: PlanLayout | undefined;
  #laidOut = '';

  /** Takes a message of the extension; what is not understood is passed over. */
  receive(raw: unknown): void {
    const message = toPlanPanelSchema.safeParse(raw);
    if (!message.success) return;
    const { memory } = message.data;
    const before = this.told?.memory;
    const isOther = before?.folder !== memory.folder || before.contract !== memory.contract;
    if (isOther || (memory.chunk !== undefined && memory.chunk !== before.chunk)) this.chosen = memory.chunk;
    this.told = message.data;
    this.#remember();
  }

  override render(): TemplateResult {
    const { told } = this;
    if (!told) return html`<main><p class="muted">Nothing to show yet.</p></main>`;
    if (told.type === 'nothing') {
      return html`<main>
        <h1>${told.memory.contract}</h1>
        <p role="status" class="muted">${told.message}</p>
      </main>`;
    }
    const { view } = told;
    const found = view.chunks.findIndex(({ id }) => id === this.chosen);
    const chosen = found < 0 ? undefined : found;
    const choose = (position: number): void => this.#choose(view, position);
    const open = (position: number): void => {
      this.#choose(view, position);
      const chunk = view.chunks[position];
      if (chunk) this.#openPlace(chunk.place);
    };
    return html`<main>
      ${this.#header(view, told.memory)} ${findingList(view.findings, (place) => this.#openPlace(place))}
      ${
        this.#layout
          ? html`${planGraph({ view, layout: this.#layout, chosen, choose, open })} ${legend(view)}`
          : planList({ view, chosen, choose, open })
      }
      ${chosen === undefined ? nothing : chunkDetails(view, chosen, (place) => this.#openPlace(place))}
    </main>`;
  }

  /** The drawing is laid out anew only where chunks or what flows between them have changed. */
  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('told') || this.told?.type !== 'show') return;
    const { chunks, edges } = this.told.view;
    const wanted = JSON.stringify([chunks.length, edges]);
    if (wanted === this.#laidOut) return;
    this.#laidOut = wanted;
    this.#layout = chunks.length > MOST_DRAWN ? undefined : layoutPlan(chunks.length, edges);
  }

  #header(view: PlanView, { contract }: PlanMemory): TemplateResult {
    const findings = findingCount([...view.findings, ...view.chunks.flatMap((chunk) => chunk.findings)]);
    const exempt = view.chunks.filter(({ verifyExempt }) => verifyExempt).length;
    return html`<header>
      <div>
        <h1><vscode-icon name="type-hierarchy"></vscode-icon>${view.title}</h1>
        <div class="subject muted">
          <span role="status" aria-live="polite">
            ${[counted(view.chunks.length, 'chunk'), findings === '' ? 'no findings' : findings].join(', ')}${
              exempt > 0 ? `, ${exempt} verify-exempt` : ''
            }${view.stale ? '. The text cannot be read now: this is the plan as it was before.' : ''}
          </span>
          <button class="link" @click=${() => this.#openPlace({ file: contract, line: 1, column: 1 })}>
            ${contract}
          </button>
        </div>
      </div>
    </header>`;
  }

  #choose(view: PlanView, position: number): void {
    this.chosen = view.chunks[position]?.id;
    this.#remember();
  }

  #remember(): void {
    if (this.told) this.host?.remember({ ...this.told.memory, chunk: this.chosen });
  }

  #openPlace(place: Place): void {
    this.host?.send({ type: 'open-place', place });
  }
}

function legend({ edges }: PlanView): TemplateResult | typeof nothing {
  if (edges.length === 0) return nothing;
  return html`<p class="muted legend">
    <span class="key">dependsOn</span>
    ${edges.some(({ declared }) => !declared) ? html`<span class="key implied">used, without dependsOn</span>` : nothing}
  </p>`;
}
