import { html, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import { drawingOverview } from './drawing-overview.ts';
import type { PlanLayout } from './plan-layout.ts';
import { visibleBox, type Size, type Viewport } from './viewport.ts';

/** A plan with fewer chunks has no minimap. */
const MIN_CHUNKS = 21;

/** In CSS pixels. */
const MAX_SIZE = { width: 180, height: 130 } as const;

interface MinimapInput {
  readonly view: PlanView;
  readonly layout: PlanLayout;
  readonly viewport: Viewport;
  readonly window: Size;
  /** Shows a point of the drawing in the middle of the window. */
  readonly center: (at: { readonly x: number; readonly y: number }) => void;
}

/**
 * The whole plan, with the visible part. A click or a drag moves it. It is a shortcut for the mouse: everything it does, the
 * keyboard does in the drawing, so it is hidden from screen readers.
 */
export function minimap({ view, layout, viewport, window, center }: MinimapInput): TemplateResult | '' {
  if (view.chunks.length < MIN_CHUNKS) return '';
  const scale = Math.min(
    MAX_SIZE.width / layout.width,
    MAX_SIZE.height / layout.height,
    window.width / 3 / layout.width,
  );
  const visible = visibleBox(viewport, window);
  const onPointer = (event: PointerEvent): void => {
    if (event.buttons !== 1 || !(event.currentTarget instanceof SVGElement)) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    center({ x: (event.clientX - left) / scale, y: (event.clientY - top) / scale });
  };
  return html`<svg
    class="minimap"
    width=${Math.max(24, layout.width * scale)}
    height=${Math.max(24, layout.height * scale)}
    viewBox="0 0 ${layout.width} ${layout.height}"
    preserveAspectRatio="xMinYMin meet"
    aria-hidden="true"
    @pointerdown=${onPointer}
    @pointermove=${onPointer}
  >
    ${guard([view, layout], () => drawingOverview(view, layout, false))}
    ${svg`<rect class="visible" x=${visible.x} y=${visible.y} width=${visible.width} height=${visible.height}></rect>`}
  </svg>`;
}
