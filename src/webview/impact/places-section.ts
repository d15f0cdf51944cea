import { html, nothing, type TemplateResult } from 'lit';
import type { ExportImpactView, UsePlaces } from '../protocol/impact-view.ts';
import type { ImpactActions } from './impact-actions.ts';
import { changeLook, counted, usesWords } from './impact-words.ts';

/** How many files are unfolded at the start. */
const OPEN = 8;

/** Every place that uses an export, file by file. */
export function placesSection({ files, omitted, uses }: ExportImpactView, actions: ImpactActions): TemplateResult {
  return html`<section aria-labelledby="places">
    <h2 id="places">Places <span class="muted">${counted(uses, 'use')}</span></h2>
    ${uses === 0 ? html`<p class="muted">Nothing uses it.</p>` : nothing}
    ${files.map((file, at) => filePlaces(file, at < OPEN, actions))}
    ${omitted === 0 ? nothing : html`<p class="muted">And ${omitted.toLocaleString('en')} more.</p>`}
  </section>`;
}

function filePlaces({ file, places }: UsePlaces, open: boolean, actions: ImpactActions): TemplateResult {
  return html`<details ?open=${open}>
    <summary><span class="grow mono">${file}</span><span class="muted">${places.length}</span></summary>
    <ul class="places">
      ${places.map(
        ({ line, column, text }) =>
          html`<li>
            <button
              class="link place"
              @click=${() => actions.openPlace({ file, line, column })}
              aria-label="Open ${file} at line ${line}${text === undefined ? '' : `: ${text}`}"
            >
              <span class="line-number">${line}</span><code>${text ?? `column ${column}`}</code>
            </button>
          </li>`,
      )}
    </ul>
  </details>`;
}

/** The exports of the file, to choose from. */
export function exportsSection(exports: readonly ExportImpactView[], actions: ImpactActions): TemplateResult {
  return html`<section aria-labelledby="exports">
    <h2 id="exports">Exports <span class="muted">${exports.length}</span></h2>
    <ul>
      ${exports.map((each) => {
        const look = changeLook(each.change);
        return html`<li class="export">
          <button class="link mono" @click=${() => actions.select(each.name)}>${each.name}</button>
          <span class="muted">${each.kind}</span>
          <span class="muted">${usesWords(each)}</span>
          ${each.contracts.length === 0 ? nothing : html`<span class="muted">${counted(contractCount(each), 'contract')}</span>`}
          ${look ? html`<span class=${look.tone}>${look.words}</span>` : nothing}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** The places in contracts that name an export. */
export function contractsSection(
  { contracts }: ExportImpactView,
  actions: ImpactActions,
): TemplateResult | typeof nothing {
  if (contracts.length === 0) return nothing;
  return html`<section aria-labelledby="contracts">
    <h2 id="contracts">Contracts <span class="muted">that name it</span></h2>
    <ul>
      ${contracts.map(({ title, place }) => {
        const where = `${place.file}:${place.line}`;
        return html`<li class="export">
          <button class="link" @click=${() => actions.openPlace(place)} aria-label="Open the contract at ${where}">
            ${where}
          </button>
          <span class="muted">${title}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** In how many contracts an export is named. */
export function contractCount({ contracts }: Pick<ExportImpactView, 'contracts'>): number {
  return new Set(contracts.map(({ place }) => place.file)).size;
}
