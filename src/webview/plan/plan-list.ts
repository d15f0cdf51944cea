import { html, type TemplateResult } from 'lit';
import type { PlanGraphInput } from './plan-graph.ts';
import { findingCount, spokenChunk } from './plan-words.ts';

/** The chunks of a plan that is too large to be drawn, in the order of the file. */
export function planList({ view, chosen, choose, open }: Omit<PlanGraphInput, 'layout'>): TemplateResult {
  return html`<ul class="findings" aria-label="Chunks">
    ${view.chunks.map(
      (chunk, position) =>
        html`<li>
          <button
            class="link finding"
            aria-label=${spokenChunk(chunk, position, view)}
            aria-current=${position === chosen ? 'true' : 'false'}
            @click=${() => open(position)}
            @focus=${() => choose(position)}
          >
            <vscode-icon class=${chunk.status.tone} name=${chunk.status.icon}></vscode-icon>
            <span>${chunk.title} <span class="muted">${chunk.id} ${findingCount(chunk.findings)}</span></span>
          </button>
        </li>`,
    )}
  </ul>`;
}
