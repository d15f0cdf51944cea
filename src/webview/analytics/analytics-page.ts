import * as l10n from '../shared/l10n.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  messageToAnalyticsPanelSchema,
  type AnalyticsMemory,
  type AnalyticsPanelFilter,
  type MessageFromAnalyticsPanel,
  type MessageToAnalyticsPanel,
} from '../protocol/analytics-messages.ts';
import { TIME_RANGES, type AnalyticsView, type TimeRange } from '../protocol/analytics-panel-data.ts';
import type { PageHost } from '../shared/connect-page.ts';
import { headerStyles, pageStyles } from '../shared/page-styles.ts';
import { noteCallouts } from '../shared/report-header.ts';
import { partsStyles, sectionStyles, tableStyles } from '../shared/section-styles.ts';
import { analyticsStyles } from './analytics-styles.ts';
import { chartSection } from './chart-section.ts';

/** The page of the analytics panel: filters, totals, and charts with their tables. */
export class AnalyticsPage extends LitElement {
  static override properties = { message: { state: true } };
  static override styles = [pageStyles, headerStyles, sectionStyles, tableStyles, partsStyles, analyticsStyles];

  /** The last message of the extension. */
  declare message: MessageToAnalyticsPanel | undefined;
  declare host: PageHost<MessageFromAnalyticsPanel, AnalyticsMemory> | undefined;

  /** Handles a message of the extension. Ignores messages of an unknown form. */
  receive(raw: unknown): void {
    const message = messageToAnalyticsPanelSchema.safeParse(raw);
    if (!message.success) return;
    this.message = message.data;
    this.host?.remember(message.data.memory);
  }

  override render(): TemplateResult {
    if (!this.message) return html`<main><p class="muted">${l10n.t('Loading …')}</p></main>`;
    const { memory, view } = this.message;
    return html`<main>
      <header>
        <div>
          <h1>${l10n.t('Analytics')}</h1>
          <p class="subject muted">${l10n.t('From the history on this machine. Nothing is sent.')}</p>
        </div>
        ${view.state === 'ready' ? this.#exports() : nothing}
      </header>
      ${view.state === 'none' ? nothing : this.#filters(memory.filter, view)} ${this.#content(view)}
    </main>`;
  }

  #content(view: AnalyticsView): TemplateResult {
    switch (view.state) {
      case 'none':
        return html`<p role="status">
            ${l10n.t('No chunk has run yet. After a run, this page shows which assertions fail most, how many attempts chunks need, and what they cost.')}
          </p>
          <vscode-button icon="play" @click=${() => this.host?.send({ type: 'run-chunk' })}>
            ${l10n.t('Run Chunk')}
          </vscode-button>`;
      case 'filtered':
        return html`<p role="status">${l10n.t('No run matches the filter.')}</p>
          <vscode-button icon="clear-all" @click=${() => this.#filter({ range: 'all' })}>
            ${l10n.t('Clear Filter')}
          </vscode-button>`;
      case 'ready':
        return html`<dl class="facts">
            ${view.facts.map(
              ({ name, value }) =>
                html`<div class="fact">
                  <dt>${name}</dt>
                  <dd>${value}</dd>
                </div>`,
            )}
          </dl>
          ${noteCallouts(view.notes, 'info')}
          <div class="charts">${view.charts.map(chartSection)}</div>`;
    }
  }

  #exports(): TemplateResult {
    return html`<div class="actions">
      <vscode-button secondary icon="export" @click=${() => this.host?.send({ type: 'export', format: 'csv' })}>
        ${l10n.t('Export as CSV')}
      </vscode-button>
      <vscode-button secondary icon="json" @click=${() => this.host?.send({ type: 'export', format: 'json' })}>
        ${l10n.t('Export as JSON')}
      </vscode-button>
    </div>`;
  }

  #filters(filter: AnalyticsPanelFilter, { contracts, models }: AnalyticsView): TemplateResult {
    const all = { value: '', label: l10n.t('All') };
    const toOptions = (values: readonly string[]): readonly Option[] => [
      all,
      ...values.map((value) => ({ value, label: value })),
    ];
    return html`<form class="filters" role="search" aria-label=${l10n.t('Filter')}>
      ${select(
        l10n.t('Time'),
        filter.range,
        TIME_RANGES.map((value) => ({ value, label: rangeLabel(value) })),
        (range) => this.#filter({ ...filter, range: toRange(range) }),
      )}
      ${select(l10n.t('Contract'), filter.contract ?? '', toOptions(contracts), (contract) =>
        this.#filter({ ...filter, contract: contract === '' ? undefined : contract }),
      )}
      ${select(l10n.t('Model'), filter.model ?? '', toOptions(models), (model) =>
        this.#filter({ ...filter, model: model === '' ? undefined : model }),
      )}
    </form>`;
  }

  #filter(filter: AnalyticsPanelFilter): void {
    // The next change adds to this filter, also before the extension answers.
    if (this.message) this.message = { ...this.message, memory: { ...this.message.memory, filter } };
    this.host?.send({ type: 'filter', filter });
  }
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function select(
  label: string,
  selected: string,
  options: readonly Option[],
  onSelect: (value: string) => void,
): TemplateResult {
  const onChange = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLSelectElement) onSelect(currentTarget.value);
  };
  return html`<label>
    <span>${label}</span>
    <select @change=${onChange}>
      ${options.map(
        (option) => html`<option value=${option.value} .selected=${option.value === selected}>${option.label}</option>`,
      )}
    </select>
  </label>`;
}

function toRange(value: string): TimeRange {
  return TIME_RANGES.find((range) => range === value) ?? 'all';
}

function rangeLabel(range: TimeRange): string {
  return range === 'all' ? l10n.t('All') : l10n.t('Last {0} days', range);
}
