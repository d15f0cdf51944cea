import * as l10n from './l10n.ts';
import { html, type TemplateResult } from 'lit';

/**
 * A page without content: its heading and the reason, by default that it is loading.
 * @param tone a color class of the page
 */
export function emptyPage(
  title: string,
  reason = l10n.t('Loading …'),
  tone: 'muted' | 'bad' = 'muted',
): TemplateResult {
  return html`<main>
    <h1>${title}</h1>
    <p role="status" class=${tone}>${reason}</p>
  </main>`;
}
