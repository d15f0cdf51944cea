import { html, nothing, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PlanView } from '../protocol/plan-view.ts';
import { nextChunk } from './plan-keys.ts';
import { CHUNK, type DrawnChunk, type DrawnEdge, type PlanLayout } from './plan-layout.ts';
import { findingCount, flowWords, spokenChunk } from './plan-words.ts';

export interface PlanGraphInput {
  readonly view: PlanView;
  readonly layout: PlanLayout;
  /** The position of the chunk that the Tab key reaches and whose details are shown. */
  readonly chosen: number | undefined;
  readonly choose: (position: number) => void;
  /** Goes to the chunk in the contract. */
  readonly open: (position: number) => void;
}

/** The chunks in their layers, with what flows between them. Arrow keys move, Enter goes to the contract. */
export function planGraph(input: PlanGraphInput): TemplateResult {
  const { chunks, edges, width, height } = input.layout;
  const tabbed = input.chosen ?? chunks[0]?.position;
  return html`<div class="graph">
    <svg
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
      role="group"
      aria-label="Chunks in layers of dependency. Arrow keys move between them, Enter goes to the contract."
      @keydown=${(event: KeyboardEvent) => move(event, input)}
    >
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path class="head" d="M0,0 L8,4 L0,8 Z"></path>
        </marker>
      </defs>
      ${edges.map((drawn) => drawnEdge(drawn, input))}
      ${repeat(
        chunks,
        ({ position }) => position,
        (chunk) => drawnChunk(chunk, chunk.position === tabbed, input),
      )}
    </svg>
  </div>`;
}

function drawnEdge({ edge, path, label }: DrawnEdge, { chosen }: PlanGraphInput): TemplateResult {
  const near = edge.from === chosen || edge.to === chosen;
  return svg`<g class="edge ${edge.declared ? 'declared' : 'implied'} ${near ? 'near' : ''}" aria-hidden="true">
    <title>${flowWords(edge)}</title>
    <path class="line" d=${path} marker-end="url(#arrow)"></path>
    ${
      label === undefined
        ? nothing
        : svg`<text class="flow" x=${label.x} y=${label.y + 4} text-anchor="middle">${label.text}</text>`
    }
  </g>`;
}

function drawnChunk({ position, x, y }: DrawnChunk, tabbed: boolean, input: PlanGraphInput): TemplateResult {
  const chunk = input.view.chunks[position];
  if (!chunk) return svg``;
  const found = findingCount(chunk.findings);
  const worst = chunk.findings.some(({ severity }) => severity === 'error') ? 'bad' : 'attention';
  return svg`<foreignObject x=${x} y=${y} width=${CHUNK.width} height=${CHUNK.height}>
    ${html`<button
      class="chunk ${chunk.status.tone}-edge"
      tabindex=${tabbed ? '0' : '-1'}
      data-position=${position}
      aria-label=${spokenChunk(chunk, position, input.view)}
      aria-current=${position === input.chosen ? 'true' : 'false'}
      title=${chunk.id}
      @click=${() => input.open(position)}
      @focus=${() => input.choose(position)}
    >
      <span class="title">${chunk.title}</span>
      <span class="state">
        <vscode-icon
          class=${chunk.status.tone}
          name=${chunk.status.icon}
          ?spin=${chunk.status.tone === 'busy'}
        ></vscode-icon>
        <span class="grow">${chunk.status.words}</span>
        ${found === '' ? nothing : html`<span class=${worst}>${found}</span>`}
      </span>
      ${chunk.verifyExempt ? html`<span class="mark">verify-exempt</span>` : nothing}
    </button>`}
  </foreignObject>`;
}

function move(event: KeyboardEvent, { layout }: PlanGraphInput): void {
  const { currentTarget, target } = event;
  if (!(currentTarget instanceof SVGElement) || !(target instanceof HTMLElement)) return;
  const next = nextChunk(layout.chunks, Number(target.dataset['position'] ?? NaN), event.key);
  if (next === undefined) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>(`[data-position="${next}"]`)?.focus();
}
