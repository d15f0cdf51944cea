import { html, nothing, type TemplateResult } from 'lit';
import type { PlanFindingView, PlanView } from '../protocol/plan-view.ts';
import type { Place } from '../protocol/view.ts';
import { flowWords } from './plan-words.ts';

/** What the chosen chunk takes and gives, and what the rules say of it. */
export function chunkDetails(view: PlanView, position: number, openPlace: (place: Place) => void): TemplateResult {
  const chunk = view.chunks[position];
  if (!chunk) return html``;
  const takes = view.edges.filter(({ to }) => to === position);
  const gives = view.edges.filter(({ from }) => from === position);
  const titleOf = (at: number): string => view.chunks[at]?.title ?? '';
  return html`<section aria-labelledby="details">
    <h2 id="details">
      ${chunk.title} <span class="muted mono">${chunk.id}</span>
      ${chunk.verifyExempt ? html`<span class="muted">verify-exempt: only its syntax is checked</span>` : nothing}
    </h2>
    ${takes.length + gives.length === 0 ? html`<p class="muted">It takes nothing of other chunks and gives them nothing.</p>` : nothing}
    <dl class="flows">
      ${takes.map(
        (edge) =>
          html`<dt>from ${titleOf(edge.from)}</dt>
            <dd class="mono">${flowWords(edge)}</dd>`,
      )}
      ${gives.map(
        (edge) =>
          html`<dt>to ${titleOf(edge.to)}</dt>
            <dd class="mono">${flowWords(edge)}</dd>`,
      )}
    </dl>
    ${findingList(chunk.findings, openPlace)}
  </section>`;
}

/** Findings of the rules, each a way to its place. */
export function findingList(
  findings: readonly PlanFindingView[],
  openPlace: (place: Place) => void,
): TemplateResult | typeof nothing {
  if (findings.length === 0) return nothing;
  return html`<ul class="findings">
    ${findings.map(
      ({ rule, severity, message, place }) =>
        html`<li>
          <button class="link finding" @click=${() => openPlace(place)}>
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
