import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  toImpactPanelSchema,
  type FromImpactPanel,
  type ImpactMemory,
  type ToImpactPanel,
} from '../protocol/impact-messages.ts';
import type { ExportImpactView, ImpactView } from '../protocol/impact-view.ts';
import type { Place } from '../protocol/view.ts';
import { headerStyles, pageStyles } from '../results/page-styles.ts';
import { sectionStyles, tableStyles } from '../results/section-styles.ts';
import { graphSection } from './graph-section.ts';
import type { ImpactActions } from './impact-actions.ts';
import { impactStyles } from './impact-styles.ts';
import { changeLook, counted, usesWords } from './impact-words.ts';
import { contractCount, contractsSection, exportsSection, placesSection } from './places-section.ts';
import { reachedFiles } from './reached-files.ts';

/** The editor's side of the page. */
export interface ImpactPageHost {
  send(message: FromImpactPanel): void;
  remember(memory: ImpactMemory): void;
}

/** The impact panel's page: an export, the files that its change reaches, and every place that uses it. */
export class ImpactPage extends LitElement implements ImpactActions {
  static override properties = {
    told: { state: true },
    selected: { state: true },
    focused: { state: true },
  };
  static override styles = [pageStyles, headerStyles, sectionStyles, tableStyles, impactStyles];

  /** What the extension said last. */
  declare told: ToImpactPanel | undefined;
  /** The last view of the subject stays while it is asked for again. */
  declare view: ImpactView | undefined;
  declare selected: string | undefined;
  /** The file in the graph that the Tab key reaches. */
  declare focused: string | undefined;
  declare host: ImpactPageHost | undefined;

  /** Takes a message of the extension; what is not understood is passed over. */
  receive(raw: unknown): void {
    const message = toImpactPanelSchema.safeParse(raw);
    if (!message.success) return;
    const { memory } = message.data;
    const isOther = this.told?.memory.file !== memory.file || this.told.memory.folder !== memory.folder;
    if (isOther) this.focused = undefined;
    if (isOther && message.data.type !== 'show') this.view = undefined;
    if (message.data.type === 'show') this.view = message.data.view;
    this.selected = memory.exportName;
    this.told = message.data;
    this.host?.remember(memory);
  }

  select(exportName: string | undefined): void {
    this.selected = exportName;
    this.focused = undefined;
    if (this.told) this.host?.remember({ ...this.told.memory, exportName });
    this.host?.send({ type: 'select', exportName });
  }

  openPlace(place: Place): void {
    this.host?.send({ type: 'open-place', place });
  }

  override render(): TemplateResult {
    const { told, view } = this;
    if (!told) return html`<main><p class="muted">Nothing to show yet.</p></main>`;
    const failure = told.type === 'failed' ? told.message : undefined;
    if (!view) {
      return html`<main>
        <h1>${told.memory.file}</h1>
        <p role="status" class=${failure === undefined ? 'muted' : 'bad'}>${failure ?? 'Looking for its uses …'}</p>
      </main>`;
    }
    const chosen = view.exports.find(({ name }) => name === this.selected);
    return html`<main aria-busy=${told.type === 'loading' ? 'true' : 'false'}>
      ${this.#header(view, chosen)}
      ${failure === undefined ? nothing : html`<p role="status" class="bad">${failure}</p>`}
      ${this.#graph(view, chosen)}
      ${chosen ? [contractsSection(chosen, this), placesSection(chosen, this)] : exportsSection(view.exports, this)}
    </main>`;
  }

  #header(view: ImpactView, chosen: ExportImpactView | undefined): TemplateResult {
    const look = changeLook(chosen?.change);
    return html`<header>
        <div>
          <h1>
            <vscode-icon name="references"></vscode-icon>
            <span class=${chosen ? 'mono' : ''}>${chosen?.name ?? view.file}</span>
          </h1>
          <div class="subject muted">
            ${chosen ? html`<span>${chosen.kind} of ${view.file}</span>` : nothing}
            <span role="status">${chosen ? summaryOf(chosen) : counted(view.exports.length, 'export')}</span>
          </div>
        </div>
        <label class="choice"
          >Export
          <select @change=${(event: Event) => this.#chosen(event)}>
            <option value="" ?selected=${chosen === undefined}>The whole file</option>
            ${view.exports.map(
              (each) =>
                html`<option value=${each.name} ?selected=${each.name === chosen?.name}>
                  ${each.name} (${usesWords(each)})
                </option>`,
            )}
          </select>
        </label>
      </header>
      ${
        look && chosen?.change
          ? html`<div class="callout ${look.tone}">
              <vscode-icon name=${look.icon}></vscode-icon>
              <div>${chosen.change.words}</div>
            </div>`
          : nothing
      }`;
  }

  #chosen(event: Event): void {
    const { target } = event;
    if (target instanceof HTMLSelectElement) this.select(target.value === '' ? undefined : target.value);
  }

  #graph(view: ImpactView, chosen: ExportImpactView | undefined): TemplateResult {
    const shown = chosen ? [chosen] : view.exports;
    const placesIn = new Map<string, { readonly line: number; readonly column: number }[]>();
    for (const { file, places } of shown.flatMap(({ files }) => files)) {
      placesIn.set(file, [...(placesIn.get(file) ?? []), ...places]);
    }
    const all = new Set(view.dependents.files.map(({ file }) => file));
    return graphSection({
      view,
      kept: chosen ? reachedFiles(view.file, view.dependents, new Set(placesIn.keys())) : all,
      placesIn,
      focused: this.focused,
      focus: (file) => (this.focused = file),
      actions: this,
    });
  }
}

/** `6 uses in 3 files · 1 contract · breaking` */
function summaryOf(chosen: ExportImpactView): string {
  const parts = [usesWords(chosen)];
  const contracts = contractCount(chosen);
  if (contracts > 0) parts.push(counted(contracts, 'contract'));
  const look = changeLook(chosen.change);
  if (look) parts.push(look.words);
  return parts.join(' · ');
}
