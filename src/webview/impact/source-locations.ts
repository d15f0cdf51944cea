import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import type { ExportImpactView, FileUses } from '../protocol/impact-panel-data.ts';
import type { ImpactActions } from './impact-actions.ts';
import { changeStyle, usesLabel } from './impact-page-labels.ts';

/** The number of files that are expanded initially. */
const EXPANDED_FILES = 8;

/** The uses of an export, by file. */
export function locationsSection({ files, omitted, uses }: ExportImpactView, actions: ImpactActions): TemplateResult {
  return html`<section aria-labelledby="locations">
    <h2 id="locations">${l10n.t('Uses')} <span class="muted">${uses}</span></h2>
    ${uses === 0 ? html`<p class="muted">${l10n.t('No uses found.')}</p>` : nothing}
    ${files.map((file, index) => fileDetails(file, index < EXPANDED_FILES, actions))}
    ${omitted === 0 ? nothing : html`<p class="muted">${l10n.t('And {0} more.', omitted.toLocaleString('en'))}</p>`}
  </section>`;
}

function fileDetails({ file, locations }: FileUses, isOpen: boolean, actions: ImpactActions): TemplateResult {
  return html`<details ?open=${isOpen}>
    <summary><span class="grow mono">${file}</span><span class="muted">${locations.length}</span></summary>
    <ul class="locations">
      ${locations.map(
        ({ line, column, text }) =>
          html`<li>
            <button
              class="link location"
              @click=${() => actions.openLocation({ file, line, column })}
              title=${l10n.t('Open {0} at line {1}', file, line)}
            >
              <span class="line-number">${line}</span><code>${text ?? l10n.t('column {0}', column)}</code>
            </button>
          </li>`,
      )}
    </ul>
  </details>`;
}

/** The exports of the file, to select one. */
export function exportsSection(exports: readonly ExportImpactView[], actions: ImpactActions): TemplateResult {
  return html`<section aria-labelledby="exports">
    <h2 id="exports">${l10n.t('Exports')} <span class="muted">${exports.length}</span></h2>
    <ul>
      ${exports.map((each) => {
        const style = changeStyle(each.change);
        const contracts = countContracts(each);
        return html`<li class="export">
          <button class="link mono" @click=${() => actions.select(each.name)}>${each.name}</button>
          <span class="muted">${each.kind}</span>
          <span class="muted">${usesLabel(each)}</span>
          ${contracts === 0 ? nothing : html`<span class="muted">${formatCount(contracts, l10n.t('contract'), l10n.t('contracts'))}</span>`}
          ${style ? html`<span class=${style.tone}>${style.label}</span>` : nothing}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** The locations in contracts that mention an export. */
export function contractsSection(
  { contracts }: ExportImpactView,
  actions: ImpactActions,
): TemplateResult | typeof nothing {
  if (contracts.length === 0) return nothing;
  return html`<section aria-labelledby="contracts">
    <h2 id="contracts">${l10n.t('Contracts')} <span class="muted">${l10n.t('that mention it')}</span></h2>
    <ul>
      ${contracts.map(({ title, location }) => {
        const label = `${location.file}:${location.line}`;
        return html`<li class="export">
          <button
            class="link"
            @click=${() => actions.openLocation(location)}
            aria-label="${l10n.t('Open the contract at {0}', label)}"
          >
            ${label}
          </button>
          <span class="muted">${title}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** Returns the number of contract files that mention an export. */
export function countContracts({ contracts }: Pick<ExportImpactView, 'contracts'>): number {
  return new Set(contracts.map(({ location }) => location.file)).size;
}
