import { html, nothing, type TemplateResult } from 'lit';
import type { BlockerView, LandingView } from '../protocol/view.ts';

/** Every reason why the gate blocks, each in words a person can act on. */
export function blockerSection(blockers: readonly BlockerView[]): TemplateResult | typeof nothing {
  if (blockers.length === 0) return nothing;
  return html`<section aria-label="Blocked">
    <h3>
      Blocked by ${blockers.length} ${blockers.length === 1 ? 'reason' : 'reasons'}
      <span class="muted">The model was not called, and nothing has changed.</span>
    </h3>
    <ul>
      ${blockers.map(
        (blocker) =>
          html`<li class="callout attention">
            <vscode-icon name="circle-slash"></vscode-icon>
            <div>
              ${blocker.details}
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

/** What became of the result in the person's own tree. */
export function landingSection(landing: LandingView | undefined): TemplateResult | typeof nothing {
  if (!landing) return nothing;
  return html`<section aria-label="Landing">
    <h3>${landing.conflicts.length > 0 ? 'Nothing was landed' : 'Landed'}</h3>
    ${landing.conflicts.length > 0 ? conflicts(landing) : landedFiles(landing)}
    <ul>
      ${landing.notes.map((note) => html`<li class="muted">${note}</li>`)}
    </ul>
  </section>`;
}

function conflicts({ conflicts, keptRef }: LandingView): TemplateResult {
  return html`<ul>
      ${conflicts.map(
        (conflict) =>
          html`<li class="callout attention">
            <vscode-icon name="warning"></vscode-icon>
            <div><code>${conflict.file}</code> ${conflict.reason}</div>
          </li>`,
      )}
    </ul>
    ${keptRef === undefined ? nothing : html`<p class="muted">The result is kept as <code>${keptRef}</code>.</p>`}`;
}

function landedFiles({ commit, files }: LandingView): TemplateResult {
  return html`<p>
      ${
        commit === undefined
          ? 'In your working tree, not committed.'
          : html`Committed as <code>${commit.slice(0, 10)}</code>.`
      }
    </p>
    <ul>
      ${files.map((file) => html`<li class="mono">${file}</li>`)}
    </ul>`;
}
