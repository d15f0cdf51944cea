import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { groupByFile } from '../../foundation/format-conflicts.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { BlockerView, LandingView } from '../protocol/results-panel-data.ts';

/** The reasons why preflight blocks the chunk. */
export function blockerSection(blockers: readonly BlockerView[]): TemplateResult | typeof nothing {
  if (blockers.length === 0) return nothing;
  return html`<section aria-label="${l10n.t('Blocked')}">
    <h2>
      ${l10n.t('Blocked by {0}', formatCount(blockers.length, l10n.t('reason'), l10n.t('reasons')))}
      <span class="muted">${l10n.t('The model was not called, and nothing changed.')}</span>
    </h2>
    <ul>
      ${blockers.map(
        (blocker) =>
          html`<li class="callout attention">
            <vscode-icon name="circle-slash"></vscode-icon>
            <div>
              <span class="lines">${blocker.details}</span>
              <div class="muted">
                <span class="mono">${blocker.type}</span>${
                  blocker.item === undefined ? nothing : html` <code>${blocker.item}</code>`
                }
              </div>
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The landed files, or the conflicts that prevented landing. */
export function landingSection(
  landing: LandingView | undefined,
  undo?: (commit: string | undefined) => void,
): TemplateResult | typeof nothing {
  if (!landing) return nothing;
  return html`<section aria-label="${l10n.t('Landing')}">
    <h2>${landing.conflicts.length > 0 ? l10n.t('Nothing landed') : l10n.t('Landed files')}</h2>
    ${
      landing.conflicts.length > 0
        ? conflictList(landing)
        : landing.files.length > 0
          ? landedFiles(landing, undo)
          : nothing
    }
    <ul>
      ${landing.notes.map((note) => html`<li class="muted">${note}</li>`)}
    </ul>
  </section>`;
}

function conflictList({ conflicts, keptRef }: LandingView): TemplateResult {
  return html`<ul>
      ${groupByFile(conflicts).map(
        ({ file, reasons }) =>
          html`<li class="callout attention">
            <vscode-icon name="warning"></vscode-icon>
            <div>${file === '' ? nothing : html`<code>${file}</code> `}${reasons.join('; ')}</div>
          </li>`,
      )}
    </ul>
    ${keptRef === undefined ? nothing : html`<p class="muted">${l10n.t('The result is kept as')} <code>${keptRef}</code>.</p>`}`;
}

function landedFiles({ commit, files }: LandingView, undo?: (commit: string | undefined) => void): TemplateResult {
  return html`<p>
      ${
        commit === undefined
          ? l10n.t('Written to your working tree, not committed.')
          : html`${l10n.t('Committed as')} <code>${commit.slice(0, 10)}</code>.`
      }
    </p>
    <ul>
      ${files.map((file) => html`<li class="mono">${file}</li>`)}
    </ul>
    ${
      undo === undefined || files.length === 0
        ? nothing
        : html`<vscode-button secondary icon="discard" @click=${() => undo(commit)}>
            ${l10n.t('Undo Landing')}
          </vscode-button>`
    }`;
}
