import { Graph, layout, type EdgeLabel, type NodeLabel, type Point } from '@dagrejs/dagre';
import type { PlanEdgeView } from '../protocol/plan-view.ts';
import { flowLabel } from './plan-words.ts';

export interface DrawnChunk {
  /** Position in the list of chunks. */
  readonly position: number;
  /** 0 is the topmost layer. */
  readonly layer: number;
  readonly x: number;
  readonly y: number;
}

export interface DrawnEdge {
  readonly edge: PlanEdgeView;
  /** What an SVG path says. */
  readonly path: string;
  /** Where the label's middle is; absent where there is none. */
  readonly label?: Point & { readonly text: string };
}

export interface PlanLayout {
  /** By layer, then from left to right. */
  readonly chunks: readonly DrawnChunk[];
  readonly edges: readonly DrawnEdge[];
  readonly width: number;
  readonly height: number;
}

/** In units of the drawing, which are CSS pixels. */
export const CHUNK = { width: 216, height: 66 } as const;

/** About what a character of a label takes. */
const CHARACTER = 6.4;
const LABEL_HEIGHT = 16;

/** Layers by dependency, what comes first at the top. Circles of a plan that is wrong are drawn, too. Pure. */
export function layoutPlan(count: number, edges: readonly PlanEdgeView[]): PlanLayout {
  const graph = new Graph<object, NodeLabel, EdgeLabel>();
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 30, edgesep: 14, marginx: 12, marginy: 12 });
  for (let position = 0; position < count; position++) graph.setNode(String(position), { ...CHUNK });
  for (const edge of edges) {
    const text = flowLabel(edge);
    const room = text === '' ? {} : { width: text.length * CHARACTER, height: LABEL_HEIGHT, labelpos: 'c' as const };
    graph.setEdge(String(edge.from), String(edge.to), room);
  }
  layout(graph);
  const middles = Array.from({ length: count }, (_, position) => graph.node(String(position)));
  const rows = [...new Set(middles.map(({ y = 0 }) => y))].sort((a, b) => a - b);
  const chunks = middles
    .map(({ x = 0, y = 0 }, position): DrawnChunk => ({
      position,
      layer: rows.indexOf(y),
      x: x - CHUNK.width / 2,
      y: y - CHUNK.height / 2,
    }))
    .sort((one, other) => one.layer - other.layer || one.x - other.x);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { chunks, edges: edges.map((edge) => drawn(graph, edge)), width, height };
}

function drawn(graph: Graph<object, NodeLabel, EdgeLabel>, edge: PlanEdgeView): DrawnEdge {
  const { points = [], x, y } = graph.edge(String(edge.from), String(edge.to));
  const text = flowLabel(edge);
  const path = pathThrough(points);
  return text === '' || x === undefined || y === undefined ? { edge, path } : { edge, path, label: { x, y, text } };
}

/** A line that bends at the points between its ends instead of breaking there. */
function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    const end = index === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${spot(point)} ${spot(end)}`;
  });
  const last = rest.at(-1);
  return [`M${spot(first)}`, ...(bends.length > 0 || !last ? bends : [`L${spot(last)}`])].join(' ');
}

function spot({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
}
