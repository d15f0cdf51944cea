import { html, type TemplateResult } from 'lit';
import type { PlanGraphInput } from './plan-graph.ts';
import { chunkAriaLabel, findingCount } from './plan-page-labels.ts';

/** Lists the chunks of a plan that is too large to draw, in file order. */
export function planList({ view, selected, select, open }: Omit<PlanGraphInput, 'layout'>): TemplateResult {
  return html`<ul class="findings" aria-label="Chunks">
    ${view.chunks.map(
      (chunk, position) =>
        html`<li>
          <button
            class="link finding"
            aria-label=${chunkAriaLabel(chunk, position, view)}
            aria-current=${position === selected ? 'true' : 'false'}
            @click=${() => open(position)}
            @focus=${() => select(position)}
          >
            <vscode-icon class=${chunk.status.tone} name=${chunk.status.icon}></vscode-icon>
            <span>${chunk.title} <span class="muted">${chunk.id} ${findingCount(chunk.findings)}</span></span>
          </button>
        </li>`,
    )}
  </ul>`;
}
