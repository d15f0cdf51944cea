import * as l10n from '../shared/l10n.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import {
  messageToImpactPanelSchema,
  type MessageFromImpactPanel,
  type ImpactMemory,
  type MessageToImpactPanel,
} from '../protocol/impact-messages.ts';
import type { ExportImpactView, ImpactView } from '../protocol/impact-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { emptyPage } from '../shared/empty-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { sectionStyles, tableStyles } from '../shared/section-styles.ts';
import { graphSection } from './graph-section.ts';
import type { ImpactActions } from './impact-actions.ts';
import { changeStyle, usesLabel } from './impact-page-labels.ts';
import { impactStyles } from './impact-styles.ts';
import { findReachedFiles } from './reached-files.ts';
import { contractsSection, countContracts, exportsSection, locationsSection } from './source-locations.ts';

/** The page of the impact panel: an export, the files that a change of it affects, and its uses. */
export class ImpactPage extends LitElement implements ImpactActions {
  static override properties = {
    message: { state: true },
    selected: { state: true },
    focused: { state: true },
  };
  static override styles = [pageStyles, headerStyles, sectionStyles, tableStyles, impactStyles];

  /** The last message of the extension. */
  declare message: MessageToImpactPanel | undefined;
  /** The last view of the file. It stays visible while an update is loading. */
  declare view: ImpactView | undefined;
  /** The name of the selected export. */
  declare selected: string | undefined;
  /** The file in the graph that the Tab key focuses. */
  declare focused: string | undefined;
  declare host: PageHost<MessageFromImpactPanel, ImpactMemory> | undefined;

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToImpactPanelSchema.safeParse(raw);
    if (!message.success) return;
    const { memory } = message.data;
    const isOtherFile = this.message?.memory.file !== memory.file || this.message.memory.folder !== memory.folder;
    if (isOtherFile) this.focused = undefined;
    if (isOtherFile && message.data.type !== 'show') this.view = undefined;
    if (message.data.type === 'show') this.view = message.data.view;
    this.selected = memory.exportName;
    this.message = message.data;
    this.host?.remember(memory);
  }

  select(exportName: string | undefined): void {
    this.selected = exportName;
    this.focused = undefined;
    if (this.message) this.host?.remember({ ...this.message.memory, exportName });
    this.host?.send({ type: 'select', exportName });
  }

  openLocation(location: SourceLocation): void {
    this.host?.send({ type: 'open-location', location });
  }

  override render(): TemplateResult {
    const { message, view } = this;
    if (!message) return emptyPage(l10n.t('Impact'));
    const failure = message.type === 'failed' ? message.message : undefined;
    if (!view) {
      return html`<main>
        <h1>${message.memory.file}</h1>
        <p role="status" class=${failure === undefined ? 'muted' : 'bad'}>
          ${failure ?? l10n.t('Searching for uses …')}
        </p>
      </main>`;
    }
    const selected = view.exports.find(({ name }) => name === this.selected);
    return html`<main aria-busy=${message.type === 'loading' ? 'true' : 'false'}>
      ${this.#header(view, selected)}
      ${failure === undefined ? nothing : html`<p role="status" class="bad">${failure}</p>`}
      ${this.#graph(view, selected)}
      ${
        selected
          ? [contractsSection(selected, this), locationsSection(selected, this)]
          : exportsSection(view.exports, this)
      }
    </main>`;
  }

  #header(view: ImpactView, selected: ExportImpactView | undefined): TemplateResult {
    const style = changeStyle(selected?.change);
    return html`<header>
        <div>
          <h1>
            <vscode-icon name="references"></vscode-icon>
            <span class=${selected ? 'name mono' : 'name'}>${selected?.name ?? view.file}</span>
          </h1>
          <div class="subject muted">
            ${selected ? html`<span>${l10n.t('{0} in {1}', selected.kind, view.file)}</span>` : nothing}
            <span role="status"
              >${selected ? summaryLabel(selected) : formatCount(view.exports.length, l10n.t('export'), l10n.t('exports'))}</span
            >
          </div>
        </div>
        <label class="choice"
          >${l10n.t('Export')}
          <select @change=${(event: Event) => this.#onSelect(event)}>
            <option value="" ?selected=${selected === undefined}>${l10n.t('The whole file')}</option>
            ${view.exports.map(
              (each) =>
                html`<option value=${each.name} ?selected=${each.name === selected?.name}>
                  ${each.name} (${usesLabel(each)})
                </option>`,
            )}
          </select>
        </label>
      </header>
      ${
        style && selected?.change
          ? html`<div class="callout ${style.tone}">
              <vscode-icon name=${style.icon}></vscode-icon>
              <div>${selected.change.description}</div>
            </div>`
          : nothing
      }`;
  }

  #onSelect({ target }: Event): void {
    if (target instanceof HTMLSelectElement) this.select(target.value === '' ? undefined : target.value);
  }

  #graph(view: ImpactView, selected: ExportImpactView | undefined): TemplateResult {
    const exports = selected ? [selected] : view.exports;
    const usesByFile = new Map<string, { readonly line: number; readonly column: number }[]>();
    for (const { file, locations } of exports.flatMap(({ files }) => files)) {
      usesByFile.set(file, [...(usesByFile.get(file) ?? []), ...locations]);
    }
    const all = new Set(view.dependents.files.map(({ file }) => file));
    return graphSection({
      view,
      visible: selected ? findReachedFiles(view.file, view.dependents, new Set(usesByFile.keys())) : all,
      usesByFile,
      focused: this.focused,
      focus: (file) => (this.focused = file),
      actions: this,
    });
  }
}

/** `6 uses in 3 files · 1 contract · breaking` */
function summaryLabel(selected: ExportImpactView): string {
  const parts = [usesLabel(selected)];
  const contracts = countContracts(selected);
  if (contracts > 0) parts.push(formatCount(contracts, l10n.t('contract'), l10n.t('contracts')));
  const style = changeStyle(selected.change);
  if (style) parts.push(style.label);
  return parts.join(' · ');
}
