import { html, nothing, type TemplateResult } from 'lit';
import type { AmendmentView } from '../protocol/amendment-view.ts';
import type { Place } from '../protocol/view.ts';
import type { AmendmentActions } from './amendment-actions.ts';

/** Types that the change needs and nobody declares yet. */
export function typesSection({ types }: AmendmentView): TemplateResult | typeof nothing {
  if (types.length === 0) return nothing;
  return html`<section aria-labelledby="types">
    <h2 id="types">${types.length === 1 ? 'New type' : 'New types'}</h2>
    <ul>
      ${types.map(
        ({ name, definition }) =>
          html`<li>
            <strong class="mono">${name}</strong>
            <pre class="output">${definition}</pre>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The chunks and the code that the change concerns: computed, not proposed. */
export function effectsSection({ affected, usedBy }: AmendmentView, actions: AmendmentActions): TemplateResult {
  const isNone = affected.length === 0 && usedBy.length === 0;
  return html`<section aria-labelledby="effects">
    <h2 id="effects">Downstream effects</h2>
    ${isNone ? html`<p class="muted">No other chunk names what changes, and nothing in the workspace uses it.</p>` : nothing}
    ${
      affected.length === 0
        ? nothing
        : html`<h3>Chunks</h3>
            <ul>
              ${affected.map(
                ({ title, reasons, place }) =>
                  html`<li class="effect">
                    ${place ? placeLink(title, place, `the chunk ${title}`, actions) : title}
                    <span class="muted">${reasons.join('; ')}</span>
                  </li>`,
              )}
            </ul>`
    }
    ${
      usedBy.length === 0
        ? nothing
        : html`<h3>Used by</h3>
            <ul>
              ${usedBy.map(({ symbol, place }) => {
                const where = `${place.file}:${place.line}`;
                return html`<li class="effect">
                  ${placeLink(where, place, where, actions)} <span class="muted mono">${symbol}</span>
                </li>`;
              })}
            </ul>`
    }
  </section>`;
}

/** The violations that came back, and the run in which they did. */
export function attemptsSection({ violations }: AmendmentView, actions: AmendmentActions): TemplateResult {
  return html`<section aria-labelledby="attempts">
    <h2 id="attempts">The attempts that led to it</h2>
    <ul>
      ${violations.map(
        ({ message, expected, actual }) =>
          html`<li class="requirement">
            <vscode-icon class="bad" name="error"></vscode-icon>
            <span>${message}<span class="visually-hidden">: does not hold</span></span>
            <dl class="compared details">
              <dt>Expected</dt>
              <dd class="mono">${expected}</dd>
              <dt>Actual</dt>
              <dd class="mono">${actual}</dd>
            </dl>
          </li>`,
      )}
    </ul>
    <p><vscode-button secondary icon="output" @click=${() => actions.showRun()}>Show the Attempts</vscode-button></p>
  </section>`;
}

function placeLink(text: string, place: Place, what: string, actions: AmendmentActions): TemplateResult {
  return html`<button class="link" @click=${() => actions.openPlace(place)} aria-label="Open ${what}">${text}</button>`;
}
