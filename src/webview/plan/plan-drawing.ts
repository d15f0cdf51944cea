import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import { drawingOverview } from './drawing-overview.ts';
import { CHUNK, type LayoutChunk, type LayoutEdge, type PlanLayout } from './plan-layout.ts';
import { chunkAriaLabel, findingCount, flowDescription } from './plan-page-labels.ts';
import { intersects, READABLE_SCALE, visibleBox, type Size, type Viewport } from './viewport.ts';
import { shouldMove } from '../shared/motion.ts';

export interface DrawingInput {
  readonly view: PlanView;
  readonly layout: PlanLayout;
  readonly viewport: Viewport;
  readonly window: Size;
  /** The position of the chunk that the Tab key focuses and whose details are shown. */
  readonly selected: number | undefined;
  readonly select: (position: number) => void;
  /** Opens the chunk in the contract. */
  readonly open: (position: number) => void;
}

/** Below this scale, chunks are blocks without text. */
const BLOCK_SCALE = READABLE_SCALE * 0.6;

/** With more lines, only those of the selected chunk have their full color. */
const MAX_CLEAR_LINES = 200;

/** The visible part of the drawing. What is outside of the window has no elements, except the chunk at the tab stop. */
export function planDrawing(input: DrawingInput): TemplateResult {
  const { view, layout, viewport, window, selected } = input;
  const tabStop = selected ?? layout.chunks[0]?.position;
  const visible = visibleBox(viewport, window);
  const isOverview = viewport.scale < BLOCK_SCALE;
  const isShown = ({ x, y, position }: LayoutChunk): boolean =>
    position === tabStop || (!isOverview && intersects({ x, y, ...CHUNK }, visible));
  const isNear = ({ edge }: LayoutEdge): boolean => edge.from === selected || edge.to === selected;
  const isLineShown = (line: LayoutEdge): boolean =>
    (!isOverview || isNear(line)) &&
    intersects(
      { x: line.from.x, y: line.from.y, width: line.to.x - line.from.x, height: line.to.y - line.from.y },
      visible,
    );
  // The lines of the selected chunk are on top of the others.
  const lines = layout.edges.filter(isLineShown).sort((one, other) => Number(isNear(one)) - Number(isNear(other)));
  const isDense = layout.edges.length > MAX_CLEAR_LINES;
  return svg`<g class=${isDense ? 'dense' : ''} transform="translate(${viewport.left} ${viewport.top}) scale(${viewport.scale})">
    ${isOverview ? guard([view, layout], () => drawingOverview(view, layout, true)) : nothing}
    ${lines.map((line) => edgeTemplate(line, isNear(line)))}
    ${repeat(
      layout.chunks.filter(isShown),
      ({ position }) => position,
      (chunk) => chunkTemplate(chunk, chunk.position === tabStop, input),
    )}
  </g>`;
}

function edgeTemplate({ edge, path, label }: LayoutEdge, isNear: boolean): TemplateResult {
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

function chunkTemplate({ position, x, y }: LayoutChunk, isTabStop: boolean, input: DrawingInput): TemplateResult {
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
      title=${chunk.title}
      @click=${() => input.open(position)}
      @focus=${() => input.select(position)}
    >
      <span class="title">${chunk.title}</span>
      <span class="state">
        <vscode-icon
          class=${chunk.status.tone}
          name=${chunk.status.icon}
          ?turning=${chunk.status.tone === 'busy' && shouldMove()}
        ></vscode-icon>
        <span class="grow">${chunk.status.label}</span>
        ${count === '' ? nothing : html`<span class=${worst}>${count}</span>`}
      </span>
      ${chunk.verifyExempt ? html`<span class="mark" data-text="verify-exempt"></span>` : nothing}
    </button>`}
  </foreignObject>`;
}
