import { html, nothing, type TemplateResult } from 'lit';
import type { AmendmentView } from '../protocol/amendment-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { AmendmentActions } from './amendment-actions.ts';

/** New types that the change requires. */
export function typesSection({ types }: AmendmentView): TemplateResult | typeof nothing {
  if (types.length === 0) return nothing;
  return html`<section aria-labelledby="types">
    <h2 id="types">${types.length === 1 ? 'New type' : 'New types'}</h2>
    <ul>
      ${types.map(
        ({ name, definition }) =>
          html`<li>
            <strong class="mono">${name}</strong>
            <pre class="output" tabindex="0" role="group" aria-label=${name}>${definition}</pre>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The chunks and the code that the change affects. They are computed, not proposed by the model. */
export function effectsSection({ affected, usedBy }: AmendmentView, actions: AmendmentActions): TemplateResult {
  const hasNoEffects = affected.length === 0 && usedBy.length === 0;
  return html`<section aria-labelledby="effects">
    <h2 id="effects">Downstream effects</h2>
    ${hasNoEffects ? html`<p class="muted">The change affects no other chunk and no code in the workspace.</p>` : nothing}
    ${
      affected.length === 0
        ? nothing
        : html`<h3>Chunks</h3>
            <ul>
              ${affected.map(
                ({ title, reasons, location }) =>
                  html`<li class="effect">
                    ${location ? locationLink(title, location, `the chunk ${title}`, actions) : title}
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
              ${usedBy.map(({ symbol, location }) => {
                const label = `${location.file}:${location.line}`;
                return html`<li class="effect">
                  ${locationLink(label, location, label, actions)} <span class="muted mono">${symbol}</span>
                </li>`;
              })}
            </ul>`
    }
  </section>`;
}

/** The assertions that failed in the attempts before the amendment. */
export function violationsSection({ violations }: AmendmentView, actions: AmendmentActions): TemplateResult {
  return html`<section aria-labelledby="attempts">
    <h2 id="attempts">Failed assertions</h2>
    <ul>
      ${violations.map(
        ({ message, expected, actual }) =>
          html`<li class="requirement">
            <vscode-icon class="bad" name="error"></vscode-icon>
            <span>${message}<span class="visually-hidden">: not met</span></span>
            <dl class="compared details">
              <dt>Expected</dt>
              <dd class="mono">${expected}</dd>
              <dt>Actual</dt>
              <dd class="mono">${actual}</dd>
            </dl>
          </li>`,
      )}
    </ul>
    <p><vscode-button secondary icon="output" @click=${() => actions.showRun()}>Show Attempts</vscode-button></p>
  </section>`;
}

/** @param target what the link opens, for screen readers */
function locationLink(
  text: string,
  location: SourceLocation,
  target: string,
  actions: AmendmentActions,
): TemplateResult {
  return html`<button class="link" @click=${() => actions.openLocation(location)} aria-label="Open ${target}">
    ${text}
  </button>`;
}
