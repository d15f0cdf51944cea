import type { PlanEdgeView } from '../protocol/plan-panel-data.ts';
import { assignPositions } from './layout/assign-positions.ts';
import { createLayers } from './layout/create-layers.ts';
import { orderLayers } from './layout/order-layers.ts';
import { flowLabel } from './plan-page-labels.ts';

/** In CSS pixels. The origin is the top left corner of the drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LayoutChunk extends Point {
  /** The index of the chunk in the plan. */
  readonly position: number;
  /** The visual row, 0 is the topmost. A layer with many chunks has several rows. */
  readonly row: number;
}

export interface LayoutEdge {
  readonly edge: PlanEdgeView;
  /** The data of an SVG path. */
  readonly path: string;
  /** The corners of the smallest rectangle that contains the edge. */
  readonly from: Point;
  readonly to: Point;
  /** The label and its center. Absent for an edge without a label, and in a large plan. */
  readonly label?: Point & { readonly text: string };
}

export interface PlanLayout {
  /** Sorted by row, then from left to right. */
  readonly chunks: readonly LayoutChunk[];
  readonly edges: readonly LayoutEdge[];
  readonly width: number;
  readonly height: number;
}

/** In CSS pixels. */
export const CHUNK = { width: 216, height: 66 } as const;

/** The approximate width of a character of a label. */
const CHARACTER_WIDTH = 6.4;

/** A larger plan has no labels at its edges: the details of a chunk list what passes. */
const MAX_LABELED_CHUNKS = 120;

/**
 * Lays out the chunks in layers by dependency, the first layer at the top. Also handles dependency cycles of an invalid
 * plan. It takes linear time for a large plan: wide layers are broken into rows, and long plans into columns.
 */
export function layoutPlan(count: number, edges: readonly PlanEdgeView[]): PlanLayout {
  const hasLabels = count <= MAX_LABELED_CHUNKS;
  const labels = edges.map((edge) => (hasLabels ? flowLabel(edge) : ''));
  const layered = createLayers(
    count,
    edges.map(({ from, to }, index) => ({ from, to, labelWidth: (labels[index]?.length ?? 0) * CHARACTER_WIDTH })),
    hasLabels,
  );
  orderLayers(layered);
  const { chunks, routes, width, height } = assignPositions(layered, count, CHUNK);
  return {
    chunks,
    edges: edges.map((edge, index): LayoutEdge => {
      const route = routes[index] ?? { path: '', from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, labelAt: undefined };
      const { labelAt, ...line } = route;
      const text = labels[index] ?? '';
      return text === '' || !labelAt ? { edge, ...line } : { edge, ...line, label: { ...labelAt, text } };
    }),
    width,
    height,
  };
}
