import * as l10n from '../shared/l10n.ts';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import { pageStyles } from '../shared/page-styles.ts';
import { graphStyles } from './graph-styles.ts';
import { minimap } from './minimap.ts';
import { planDrawing } from './plan-drawing.ts';
import { findNextChunk } from './plan-keys.ts';
import { CHUNK, type PlanLayout } from './plan-layout.ts';
import {
  centerOn,
  fitDrawing,
  intersects,
  keepInside,
  openDrawing,
  READABLE_SCALE,
  reveal,
  visibleBox,
  zoomAt,
  type Size,
  type Viewport,
} from './viewport.ts';

const ZOOM_STEP = 1.25;
/** In CSS pixels. */
const PAN_STEP = 60;
/** A pointer that moves less is a click. In CSS pixels. */
const DRAG_THRESHOLD = 4;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  readonly from: Viewport;
  isMoving: boolean;
}

/**
 * The graph of the chunks and their dependencies in a window that zooms and pans. Arrow keys move between chunks, Enter
 * opens the contract. Arrow keys pan while nothing is focused. Plus, minus and 0 zoom.
 */
export class PlanGraph extends LitElement {
  static override properties = {
    view: { attribute: false },
    layout: { attribute: false },
    selected: { attribute: false },
    initialViewport: { attribute: false },
    viewport: { state: true },
    size: { state: true },
  };
  static override styles = [pageStyles, graphStyles];

  declare view: PlanView | undefined;
  declare layout: PlanLayout | undefined;
  /** The position of the selected chunk. */
  declare selected: number | undefined;
  /** What was visible before the page was hidden. `undefined` shows the start of the plan. */
  declare initialViewport: Viewport | undefined;
  declare viewport: Viewport | undefined;
  /** The size of the window. */
  declare size: Size | undefined;
  /** Called when the user selects a chunk. */
  onSelect: (position: number) => void = () => undefined;
  /** Called when the user opens a chunk in the contract. */
  onOpen: (position: number) => void = () => undefined;
  /** Called when the visible part changes. */
  onViewport: (viewport: Viewport) => void = () => undefined;
  #drag: Drag | undefined;
  /** Whether the next click is the end of a drag. */
  #ignoresClick = false;
  /** Whether the selected chunk receives the focus when it is rendered. */
  #movesFocus = false;
  readonly #observer = new ResizeObserver(([entry]) => {
    if (entry) this.size = { width: entry.contentRect.width, height: entry.contentRect.height };
  });
  readonly #onWindowKeydown = (event: KeyboardEvent): void => this.#onGlobalKey(event);

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#onWindowKeydown);
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#onWindowKeydown);
    this.#observer.disconnect();
  }

  override render(): TemplateResult {
    const { view, layout, size, viewport } = this;
    if (!view || !layout || !size || !viewport) return html``;
    return html`<svg
        class="drawing"
        role="group"
        aria-label=${l10n.t('Chunks by dependency. Arrow keys move between chunks, Enter opens the contract.')}
        @keydown=${(event: KeyboardEvent) => this.#onChunkKey(event, layout)}
        @wheel=${(event: WheelEvent) => this.#onWheel(event)}
        @pointerdown=${(event: PointerEvent) => this.#onPointerDown(event)}
        @pointermove=${(event: PointerEvent) => this.#onPointerMove(event)}
        @pointerup=${() => this.#endDrag()}
        @pointercancel=${() => this.#endDrag()}
        @click=${{ handleEvent: (event: MouseEvent) => this.#onClick(event, layout), capture: true }}
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
        ${planDrawing({
          view,
          layout,
          viewport,
          window: size,
          selected: this.selected,
          select: (position) => this.#select(position),
          open: (position) => this.onOpen(position),
        })}
      </svg>
      ${this.#tools(viewport)}
      ${minimap({
        view,
        layout,
        viewport,
        window: size,
        center: ({ x, y }) => this.#move(centerOn({ x, y, width: 0, height: 0 }, size, viewport.scale)),
      })}`;
  }

  #tools(viewport: Viewport): TemplateResult {
    const tool = (label: string, icon: string, run: () => void): TemplateResult =>
      html`<button class="tool" aria-label=${label} title=${label} @click=${run}>
        <vscode-icon name=${icon}></vscode-icon>
      </button>`;
    return html`<div class="tools" role="group" aria-label=${l10n.t('Zoom')}>
      ${tool(l10n.t('Zoom Out (-)'), 'zoom-out', () => this.#zoom(1 / ZOOM_STEP))}
      <span class="scale" role="status">${Math.round(viewport.scale * 100)} %</span>
      ${tool(l10n.t('Zoom In (+)'), 'zoom-in', () => this.#zoom(ZOOM_STEP))}
      ${tool(l10n.t('Fit (0)'), 'screen-full', () => this.#fit())}
    </div>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { layout, size } = this;
    if (!layout || !size || size.width === 0) return;
    if (changed.has('layout') && changed.get('layout') !== undefined && this.initialViewport === undefined)
      this.viewport = undefined;
    if (!this.viewport) {
      const first = this.selected ?? layout.chunks[0]?.position ?? 0;
      this.viewport = this.initialViewport ?? openDrawing(layout, size, this.#boxOf(first));
    } else if (changed.has('layout') || changed.has('size')) this.viewport = keepInside(this.viewport, layout, size);
    if (this.selected === undefined) return;
    // The details of a selected chunk make the window smaller. The chunk must not end up behind them.
    const before = changed.get('size') as Size | undefined;
    if (changed.has('selected') || (before && this.#isVisible(this.selected, before))) this.#reveal(this.selected);
  }

  #isVisible(position: number, size: Size): boolean {
    const box = this.#boxOf(position);
    const { viewport } = this;
    return box !== undefined && viewport !== undefined && viewport.scale >= READABLE_SCALE
      ? intersects(box, visibleBox(viewport, size))
      : false;
  }

  protected override updated(): void {
    if (!this.#movesFocus || this.selected === undefined) return;
    this.#movesFocus = false;
    this.renderRoot.querySelector<HTMLElement>(`[data-position="${this.selected}"]`)?.focus({ preventScroll: true });
  }

  #boxOf(position: number) {
    const chunk = this.layout?.chunks.find((candidate) => candidate.position === position);
    return chunk && { x: chunk.x, y: chunk.y, ...CHUNK };
  }

  #select(position: number): void {
    if (position === this.selected) this.#reveal(position);
    else this.onSelect(position);
  }

  #reveal(position: number): void {
    const box = this.#boxOf(position);
    // A click has chosen what is visible already, and a drag must not jump.
    if (box && this.size && this.viewport && !this.#drag) this.#move(reveal(this.viewport, box, this.size));
  }

  #move(viewport: Viewport): void {
    if (!this.layout || !this.size) return;
    this.viewport = keepInside(viewport, this.layout, this.size);
    this.onViewport(this.viewport);
  }

  #zoom(factor: number, at?: { readonly x: number; readonly y: number }): void {
    const { viewport, size } = this;
    if (viewport && size) this.#move(zoomAt(viewport, factor, at ?? { x: size.width / 2, y: size.height / 2 }));
  }

  #fit(): void {
    if (this.layout && this.size) this.#move(fitDrawing(this.layout, this.size));
  }

  #pan(x: number, y: number): void {
    const { viewport } = this;
    if (viewport) this.#move({ ...viewport, left: viewport.left + x, top: viewport.top + y });
  }

  #onChunkKey(event: KeyboardEvent, layout: PlanLayout): void {
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset['position'] ?? NaN) : NaN;
    const next = findNextChunk(layout.chunks, from, event.key);
    if (next === undefined) return;
    event.preventDefault();
    this.#movesFocus = true;
    this.onSelect(next);
  }

  #onGlobalKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = ARROWS[event.key] ?? [];
    if (x !== undefined && y !== undefined) {
      // Elements of a page are in its shadow root, so the document sees the page as focused.
      const page = this.getRootNode();
      if (page instanceof ShadowRoot && page.activeElement !== null) return;
      this.#pan(x * PAN_STEP, y * PAN_STEP);
    } else if (event.key === '+' || event.key === '=') this.#zoom(ZOOM_STEP);
    else if (event.key === '-') this.#zoom(1 / ZOOM_STEP);
    else if (event.key === '0') this.#fit();
    else return;
    event.preventDefault();
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) this.#zoom(Math.exp(-event.deltaY / 400), this.#pointOf(event));
    else if (event.shiftKey) this.#pan(-event.deltaY - event.deltaX, 0);
    else this.#pan(-event.deltaX, -event.deltaY);
  }

  #pointOf({ clientX, clientY }: MouseEvent): { readonly x: number; readonly y: number } {
    const { left, top } = this.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #onPointerDown({ button, pointerId, clientX, clientY }: PointerEvent): void {
    if (button !== 0 || !this.viewport) return;
    this.#ignoresClick = false;
    this.#drag = { pointerId, startX: clientX, startY: clientY, from: this.viewport, isMoving: false };
  }

  #onPointerMove(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || !(event.currentTarget instanceof Element)) return;
    const [x, y] = [event.clientX - drag.startX, event.clientY - drag.startY];
    if (!drag.isMoving && Math.hypot(x, y) < DRAG_THRESHOLD) return;
    if (!drag.isMoving) event.currentTarget.setPointerCapture(drag.pointerId);
    drag.isMoving = true;
    this.#move({ ...drag.from, left: drag.from.left + x, top: drag.from.top + y });
  }

  #endDrag(): void {
    this.#ignoresClick = this.#drag?.isMoving === true;
    this.#drag = undefined;
  }

  /** A click on a block of the overview shows its chunk at a readable scale. */
  #onClick(event: MouseEvent, layout: PlanLayout): void {
    const { viewport } = this;
    if (this.#ignoresClick) event.stopPropagation();
    if (this.#ignoresClick || !viewport || (event.target instanceof Element && event.target.closest('.chunk'))) return;
    const at = this.#pointOf(event);
    const x = (at.x - viewport.left) / viewport.scale;
    const y = (at.y - viewport.top) / viewport.scale;
    const hit = layout.chunks.find(
      (chunk) => x >= chunk.x && x <= chunk.x + CHUNK.width && y >= chunk.y && y <= chunk.y + CHUNK.height,
    );
    if (hit) this.#select(hit.position);
  }
}
