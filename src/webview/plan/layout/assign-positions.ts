import type { LayerNode, Layers } from './create-layers.ts';
import { placeInOrder } from './place-in-order.ts';
import { createRoute, type RoutePlace, type Route } from './create-route.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface PlacedChunk {
  readonly position: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

interface Positions {
  /** Sorted by row, then from left to right. */
  readonly chunks: readonly PlacedChunk[];
  /** By edge. */
  readonly routes: readonly Route[];
  readonly width: number;
  readonly height: number;
}

/** A column of a layer: a point of an edge, or the chunks that are below each other. */
interface Slot {
  readonly nodes: LayerNode[];
  readonly width: number;
}

/** In CSS pixels. */
const MARGIN = 12;
const GAP = { slots: 28, points: 14, rows: 24, layers: 56, labels: 20, columns: 72 } as const;
const LABEL_HEIGHT = 16;
const POINT_WIDTH = 8;

/** The number of passes that move nodes toward their neighbors. */
const PASSES = 8;

/** The ratio of width to height that a large plan approaches, like that of a window. */
const RATIO = 1.6;

/** A plan with fewer chunks is one column. */
const MIN_COLUMN_CHUNKS = 60;

/** Computes the coordinates of ordered layers: each node near its neighbors, without overlaps. */
export function assignPositions(layered: Layers, count: number, size: Size): Positions {
  const maxSlots = Math.max(8, Math.ceil(Math.sqrt(count * RATIO)));
  const layers = layered.layers.map((layer) => createSlots(layer, maxSlots, size));
  const centers = placeSlots(layers);
  const heights = layers.map((slots, index) => {
    const rows = Math.max(...slots.map(({ nodes }) => nodes.length));
    return isLabelLayer(layered, index) ? LABEL_HEIGHT : rows * (size.height + GAP.rows) - GAP.rows;
  });
  const columns = breakIntoColumns(layers, centers, heights, {
    gap: layered.hasLabels ? GAP.labels : GAP.layers,
    canBreak: count >= MIN_COLUMN_CHUNKS,
    step: layered.hasLabels ? 2 : 1,
  });
  const places = new Map<LayerNode, RoutePlace>();
  const chunks: PlacedChunk[] = [];
  let firstRow = 0;
  for (const [index, slots] of layers.entries()) {
    const { left, gutter, top } = columns[index] ?? { left: 0, gutter: 0, top: 0 };
    const height = heights[index] ?? 0;
    const bottom = top + height;
    for (const { nodes } of slots) {
      for (const [row, node] of nodes.entries()) {
        const x = left + (centers.get(node) ?? 0);
        const isChunk = node.chunk !== undefined;
        const y = isChunk ? top + row * (size.height + GAP.rows) : top;
        const box = { x: isChunk ? x - size.width / 2 : x, y, ...(isChunk ? size : { width: 0, height }) };
        const isFirst = row === 0;
        const isLast = row === nodes.length - 1;
        places.set(node, { box, layerTop: top, layerBottom: bottom, isFirst, isLast, column: left, gutter });
        if (node.chunk !== undefined) chunks.push({ position: node.chunk, row: firstRow + row, x: box.x, y });
      }
    }
    if (!isLabelLayer(layered, index)) firstRow += Math.max(...slots.map(({ nodes }) => nodes.length));
  }
  const placeOf = (node: LayerNode | undefined): RoutePlace | undefined => node && places.get(node);
  const routes = layered.edges.map(({ from, to, reversed, points }) =>
    createRoute(
      placeOf(layered.chunks[from]),
      placeOf(layered.chunks[to]),
      points?.flatMap((point) => placeOf(point) ?? []),
      reversed,
    ),
  );
  return {
    chunks: chunks.sort((one, other) => one.row - other.row || one.x - other.x),
    routes,
    width: MARGIN + Math.max(...chunks.map(({ x }) => x + size.width), 0),
    height: MARGIN + Math.max(...chunks.map(({ y }) => y + size.height), 0),
  };
}

function isLabelLayer({ hasLabels }: Layers, index: number): boolean {
  return hasLabels && index % 2 === 1;
}

/** Puts the chunks of a wide layer below each other, in the order of the layer from the left. */
function createSlots(layer: readonly LayerNode[], maxSlots: number, size: Size): Slot[] {
  const rows = Math.ceil(layer.filter(({ chunk }) => chunk !== undefined).length / maxSlots);
  const slots: Slot[] = [];
  let current: Slot | undefined;
  for (const node of layer) {
    if (node.chunk === undefined) slots.push({ nodes: [node], width: Math.max(POINT_WIDTH, node.labelWidth) });
    else if (current && current.nodes.length < rows) current.nodes.push(node);
    else slots.push((current = { nodes: [node], width: size.width }));
  }
  return slots;
}

/** Returns the horizontal center of each node. */
function placeSlots(layers: readonly (readonly Slot[])[]): ReadonlyMap<LayerNode, number> {
  const centers = new Map<LayerNode, number>();
  const isPoint = ({ nodes }: Slot): boolean => nodes[0]?.chunk === undefined;
  const place = (slots: readonly Slot[], neighborsOf: (node: LayerNode) => readonly LayerNode[]): void => {
    const wanted = slots.map(({ nodes }) => {
      const neighbors = nodes.flatMap(neighborsOf);
      const own = centers.get(nodes[0] as LayerNode);
      if (neighbors.length === 0) return { center: own ?? 0, weight: own === undefined ? 0 : 0.1 };
      const sum = neighbors.reduce((total, neighbor) => total + (centers.get(neighbor) ?? 0), 0);
      return { center: sum / neighbors.length, weight: neighbors.length };
    });
    const gaps = slots.map((slot, index) => {
      const next = slots[index + 1];
      const gap = next && isPoint(slot) && isPoint(next) ? GAP.points : GAP.slots;
      return next ? (slot.width + next.width) / 2 + gap : 0;
    });
    for (const [index, center] of placeInOrder(wanted, gaps).entries()) {
      for (const node of slots[index]?.nodes ?? []) centers.set(node, center);
    }
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const isDown = pass % 2 === 0;
    const isLast = pass >= PASSES - 2;
    for (const slots of isDown ? layers : [...layers].reverse()) {
      place(slots, (node) => (isLast ? [...node.above, ...node.below] : isDown ? node.above : node.below));
    }
  }
  return centers;
}

interface ColumnOfLayer {
  /** Is added to the centers of the nodes. */
  readonly left: number;
  /** Between this column and the one before. */
  readonly gutter: number;
  readonly top: number;
}

/** Continues a long plan in further columns to the right, so that its drawing has about the shape of a window. */
function breakIntoColumns(
  layers: readonly (readonly Slot[])[],
  centers: ReadonlyMap<LayerNode, number>,
  heights: readonly number[],
  { gap, canBreak, step }: { readonly gap: number; readonly canBreak: boolean; readonly step: number },
): readonly ColumnOfLayer[] {
  const extents = layers.map((slots) => {
    const sides = slots.map(({ nodes, width }) => ({ center: centers.get(nodes[0] as LayerNode) ?? 0, width }));
    return {
      left: Math.min(...sides.map(({ center, width }) => center - width / 2)),
      right: Math.max(...sides.map(({ center, width }) => center + width / 2)),
    };
  });
  const total = heights.reduce((sum, height) => sum + height + gap, 0);
  const left = Math.min(...extents.map((extent) => extent.left));
  const right = Math.max(...extents.map((extent) => extent.right));
  const columnCount = canBreak ? Math.max(1, Math.round(Math.sqrt((RATIO * total) / (right - left + GAP.columns)))) : 1;
  const limit = total / columnCount;
  const result: ColumnOfLayer[] = [];
  let columnStart = MARGIN;
  let top = MARGIN;
  let members: number[] = [];
  const close = (): void => {
    const leftmost = Math.min(...members.map((index) => extents[index]?.left ?? 0));
    const rightmost = Math.max(...members.map((index) => extents[index]?.right ?? 0));
    for (const index of members) {
      const placed = result[index];
      if (placed) result[index] = { ...placed, left: columnStart - leftmost, gutter: columnStart - GAP.columns / 2 };
    }
    columnStart += rightmost - leftmost + GAP.columns;
    members = [];
    top = MARGIN;
  };
  for (const [index, height] of heights.entries()) {
    // A column ends before a layer of chunks, never between chunks and the labels of their edges.
    if (columnCount > 1 && index % step === 0 && members.length > 0 && top + height > limit + MARGIN) close();
    result.push({ left: 0, gutter: 0, top });
    members.push(index);
    top += height + gap;
  }
  close();
  return result;
}
