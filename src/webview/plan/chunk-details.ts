import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { PlanFindingView, PlanView } from '../protocol/plan-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import { strengthSection } from '../shared/strength-section.ts';
import { flowDescription } from './plan-page-labels.ts';

/** The dependencies and findings of the selected chunk. */
export function chunkDetails(
  view: PlanView,
  position: number,
  openLocation: (location: SourceLocation) => void,
): TemplateResult {
  const chunk = view.chunks[position];
  if (!chunk) return html``;
  const incoming = view.edges.filter(({ to }) => to === position);
  const outgoing = view.edges.filter(({ from }) => from === position);
  const titleOf = (index: number): string => view.chunks[index]?.title ?? '';
  return html`<section class="details" aria-labelledby="details" tabindex="0">
    <h2 id="details">
      ${chunk.title} <span class="muted mono">${chunk.id}</span>
      ${chunk.verifyExempt ? html`<span class="muted">${l10n.t('verify-exempt: only the syntax is checked')}</span>` : nothing}
    </h2>
    ${
      incoming.length + outgoing.length === 0
        ? html`<p class="muted">${l10n.t('This chunk has no dependencies and no dependents.')}</p>`
        : nothing
    }
    <dl class="flows">
      ${incoming.map(
        (edge) =>
          html`<dt>${l10n.t('from')} ${titleOf(edge.from)}</dt>
            <dd class="mono">${flowDescription(edge)}</dd>`,
      )}
      ${outgoing.map(
        (edge) =>
          html`<dt>${l10n.t('to')} ${titleOf(edge.to)}</dt>
            <dd class="mono">${flowDescription(edge)}</dd>`,
      )}
    </dl>
    ${findingList(chunk.findings, openLocation)}${strengthSection(chunk.strength)}
  </section>`;
}

/** Findings of the plan rules. A click opens the location of a finding. */
export function findingList(
  findings: readonly PlanFindingView[],
  openLocation: (location: SourceLocation) => void,
): TemplateResult | typeof nothing {
  if (findings.length === 0) return nothing;
  return html`<ul class="findings">
    ${findings.map(
      ({ rule, severity, message, location }) =>
        html`<li>
          <button class="link finding" @click=${() => openLocation(location)}>
            <vscode-icon
              class=${severity === 'error' ? 'bad' : 'attention'}
              name=${severity}
              label=${severity}
            ></vscode-icon>
            <span>${message} <span class="muted">${rule}</span></span>
          </button>
        </li>`,
    )}
  </ul>`;
}
