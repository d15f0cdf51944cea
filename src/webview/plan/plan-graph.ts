import { html, nothing, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import { findNextChunk } from './plan-keys.ts';
import { CHUNK, type LayoutChunk, type LayoutEdge, type PlanLayout } from './plan-layout.ts';
import { chunkAriaLabel, findingCount, flowDescription } from './plan-page-labels.ts';

export interface PlanGraphInput {
  readonly view: PlanView;
  readonly layout: PlanLayout;
  /** The position of the chunk that the Tab key focuses and whose details are shown. */
  readonly selected: number | undefined;
  readonly select: (position: number) => void;
  /** Opens the chunk in the contract. */
  readonly open: (position: number) => void;
}

/** The graph of the chunks and their dependencies. Arrow keys move between chunks, Enter opens the contract. */
export function planGraph(input: PlanGraphInput): TemplateResult {
  const { chunks, edges, width, height } = input.layout;
  const tabStop = input.selected ?? chunks[0]?.position;
  return html`<div class="graph">
    <svg
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
      role="group"
      aria-label="Chunks by dependency. Arrow keys move between chunks, Enter opens the contract."
      @keydown=${(event: KeyboardEvent) => onKeydown(event, input)}
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
      ${edges.map((edge) => edgeTemplate(edge, input))}
      ${repeat(
        chunks,
        ({ position }) => position,
        (chunk) => chunkTemplate(chunk, chunk.position === tabStop, input),
      )}
    </svg>
  </div>`;
}

function edgeTemplate({ edge, path, label }: LayoutEdge, { selected }: PlanGraphInput): TemplateResult {
  const isNear = edge.from === selected || edge.to === selected;
  return svg`<g class="edge ${edge.declared ? 'declared' : 'implied'} ${isNear ? 'near' : ''}" aria-hidden="true">
    <title>${flowDescription(edge)}</title>
    <path class="line" d=${path} marker-end="url(#arrow)"></path>
    ${
      label === undefined
        ? nothing
        : svg`<text class="flow" x=${label.x} y=${label.y + 4} text-anchor="middle">${label.text}</text>`
    }
  </g>`;
}

function chunkTemplate({ position, x, y }: LayoutChunk, isTabStop: boolean, input: PlanGraphInput): TemplateResult {
  const chunk = input.view.chunks[position];
  if (!chunk) return svg``;
  const count = findingCount(chunk.findings);
  const worst = chunk.findings.some(({ severity }) => severity === 'error') ? 'bad' : 'attention';
  return svg`<foreignObject x=${x} y=${y} width=${CHUNK.width} height=${CHUNK.height}>
    ${html`<button
      class="chunk ${chunk.status.tone}-edge"
      tabindex=${isTabStop ? '0' : '-1'}
      data-position=${position}
      aria-label=${chunkAriaLabel(chunk, position, input.view)}
      aria-current=${position === input.selected ? 'true' : 'false'}
      title=${chunk.id}
      @click=${() => input.open(position)}
      @focus=${() => input.select(position)}
    >
      <span class="title">${chunk.title}</span>
      <span class="state">
        <vscode-icon
          class=${chunk.status.tone}
          name=${chunk.status.icon}
          ?spin=${chunk.status.tone === 'busy'}
        ></vscode-icon>
        <span class="grow">${chunk.status.label}</span>
        ${count === '' ? nothing : html`<span class=${worst}>${count}</span>`}
      </span>
      ${chunk.verifyExempt ? html`<span class="mark">verify-exempt</span>` : nothing}
    </button>`}
  </foreignObject>`;
}

function onKeydown(event: KeyboardEvent, { layout }: PlanGraphInput): void {
  const { currentTarget, target } = event;
  if (!(currentTarget instanceof SVGElement) || !(target instanceof HTMLElement)) return;
  const next = findNextChunk(layout.chunks, Number(target.dataset['position'] ?? NaN), event.key);
  if (next === undefined) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>(`[data-position="${next}"]`)?.focus();
}
