import { html, nothing, type TemplateResult } from 'lit';
import type { StrengthView } from '../protocol/strength-view.ts';
import * as l10n from './l10n.ts';

/** [BITE-2] What the requirements of a chunk say about its work. */
export function strengthSection(strength: StrengthView | undefined): TemplateResult | typeof nothing {
  if (strength === undefined) return nothing;
  const { failing, total, first, guards, vacuous } = strength;
  const parts = [
    ...(total === 0 ? [] : [l10n.t('{0} of {1} requirements fail before the work.', failing, total)]),
    ...(first === 0 ? [] : [l10n.t('Commands that must fail first: {0}.', first)]),
    ...(guards === 0 ? [] : [l10n.t('Requirements that protect what exists: {0}.', guards)]),
  ];
  if (parts.length === 0) return nothing;
  return html`<div role="note" aria-label=${l10n.t('Strength')}>
    <p class="muted">${parts.join(' ')}</p>
    ${
      vacuous.length === 0
        ? nothing
        : html`<ul>
            ${vacuous.map(
              ({ message, reason }) =>
                html`<li class="muted">${l10n.t('{0}: {1}, so it says nothing about the work', message, reason)}</li>`,
            )}
          </ul>`
    }
  </div>`;
}
