import { Graph, layout, type EdgeLabel, type NodeLabel, type Point } from '@dagrejs/dagre';
import type { PlanEdgeView } from '../protocol/plan-panel-data.ts';
import { flowLabel } from './plan-page-labels.ts';

export interface LayoutChunk {
  /** The index of the chunk in the plan. */
  readonly position: number;
  /** 0 is the topmost layer. */
  readonly layer: number;
  readonly x: number;
  readonly y: number;
}

export interface LayoutEdge {
  readonly edge: PlanEdgeView;
  /** The data of an SVG path. */
  readonly path: string;
  /** The label and its center. Absent for an edge without a label. */
  readonly label?: Point & { readonly text: string };
}

export interface PlanLayout {
  /** Sorted by layer, then from left to right. */
  readonly chunks: readonly LayoutChunk[];
  readonly edges: readonly LayoutEdge[];
  readonly width: number;
  readonly height: number;
}

/** In CSS pixels. */
export const CHUNK = { width: 216, height: 66 } as const;

/** The approximate width of a character. */
const CHARACTER_WIDTH = 6.4;
const LABEL_HEIGHT = 16;

/** Lays out the chunks in layers by dependency, the first layer at the top. Also handles dependency cycles of an invalid plan. */
export function layoutPlan(count: number, edges: readonly PlanEdgeView[]): PlanLayout {
  const graph = new Graph<object, NodeLabel, EdgeLabel>();
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 30, edgesep: 14, marginx: 12, marginy: 12 });
  for (let position = 0; position < count; position++) graph.setNode(String(position), { ...CHUNK });
  for (const edge of edges) {
    const text = flowLabel(edge);
    const size =
      text === '' ? {} : { width: text.length * CHARACTER_WIDTH, height: LABEL_HEIGHT, labelpos: 'c' as const };
    graph.setEdge(String(edge.from), String(edge.to), size);
  }
  layout(graph);
  const nodes = Array.from({ length: count }, (_, position) => graph.node(String(position)));
  const rows = [...new Set(nodes.map(({ y = 0 }) => y))].sort((a, b) => a - b);
  const chunks = nodes
    .map(({ x = 0, y = 0 }, position): LayoutChunk => ({
      position,
      layer: rows.indexOf(y),
      x: x - CHUNK.width / 2,
      y: y - CHUNK.height / 2,
    }))
    .sort((one, other) => one.layer - other.layer || one.x - other.x);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { chunks, edges: edges.map((edge) => layoutEdge(graph, edge)), width, height };
}

function layoutEdge(graph: Graph<object, NodeLabel, EdgeLabel>, edge: PlanEdgeView): LayoutEdge {
  const { points = [], x, y } = graph.edge(String(edge.from), String(edge.to));
  const text = flowLabel(edge);
  const path = toPath(points);
  return text === '' || x === undefined || y === undefined ? { edge, path } : { edge, path, label: { x, y, text } };
}

/** Creates an SVG path with curves at the points between its ends. */
function toPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    const end = index === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${formatPoint(point)} ${formatPoint(end)}`;
  });
  const last = rest.at(-1);
  return [`M${formatPoint(first)}`, ...(bends.length > 0 || !last ? bends : [`L${formatPoint(last)}`])].join(' ');
}

function formatPoint({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
}
