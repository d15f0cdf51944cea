import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { AmendmentView } from '../protocol/amendment-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { AmendmentActions } from './amendment-actions.ts';

/** New types that the change requires. */
export function typesSection({ types }: AmendmentView): TemplateResult | typeof nothing {
  if (types.length === 0) return nothing;
  return html`<section aria-labelledby="types">
    <h2 id="types">${types.length === 1 ? l10n.t('New type') : l10n.t('New types')}</h2>
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
    <h2 id="effects">${l10n.t('Downstream effects')}</h2>
    ${hasNoEffects ? html`<p class="muted">${l10n.t('The change affects no other chunk and no code in the workspace.')}</p>` : nothing}
    ${
      affected.length === 0
        ? nothing
        : html`<h3>${l10n.t('Chunks')}</h3>
            <ul>
              ${affected.map(
                ({ title, reasons, location }) =>
                  html`<li class="effect">
                    ${location ? locationLink(title, location, l10n.t('the chunk {0}', title), actions) : title}
                    <span class="muted">${reasons.join('; ')}</span>
                  </li>`,
              )}
            </ul>`
    }
    ${
      usedBy.length === 0
        ? nothing
        : html`<h3>${l10n.t('Used by')}</h3>
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

/** The assertions that failed before the amendment, in the attempts of a run or in the files. */
export function violationsSection({ violations, runId }: AmendmentView, actions: AmendmentActions): TemplateResult {
  return html`<section aria-labelledby="violations">
    <h2 id="violations">${l10n.t('Failed assertions')}</h2>
    <ul>
      ${violations.map(
        ({ message, expected, actual }) =>
          html`<li class="requirement">
            <vscode-icon class="bad" name="error"></vscode-icon>
            <span>${message}<span class="visually-hidden">${l10n.t(': not met')}</span></span>
            <dl class="compared details">
              <dt>${l10n.t('Expected')}</dt>
              <dd class="mono">${expected}</dd>
              <dt>${l10n.t('Actual')}</dt>
              <dd class="mono">${actual}</dd>
            </dl>
          </li>`,
      )}
    </ul>
    ${
      runId === ''
        ? nothing
        : html`<p>
            <vscode-button secondary icon="output" @click=${() => actions.showRun()}
              >${l10n.t('Show Attempts')}</vscode-button
            >
          </p>`
    }
  </section>`;
}

/** @param target what the link opens, for screen readers */
function locationLink(
  text: string,
  location: SourceLocation,
  target: string,
  actions: AmendmentActions,
): TemplateResult {
  return html`<button
    class="link"
    @click=${() => actions.openLocation(location)}
    aria-label="${l10n.t('Open {0}', target)}"
  >
    ${text}
  </button>`;
}
