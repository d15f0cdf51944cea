import type { DependentsView } from '../protocol/impact-view.ts';

export interface GraphNode {
  readonly file: string;
  /** 0 is the file that was asked about. */
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** The files of one level that have no room of their own. */
export interface GraphRest {
  readonly level: number;
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface GraphLine {
  readonly from: string;
  readonly to: string;
  readonly kind: DependentsView['edges'][number]['kind'];
  /** What an SVG path says. */
  readonly path: string;
}

export interface GraphLayout {
  /** By level, then from top to bottom. */
  readonly nodes: readonly GraphNode[];
  readonly rests: readonly GraphRest[];
  readonly lines: readonly GraphLine[];
  readonly width: number;
  readonly height: number;
}

/** In units of the drawing, which are CSS pixels. */
export const NODE = { width: 130, height: 42 } as const;

const GAP = { x: 36, y: 10 } as const;
const MARGIN = 6;
/** More files of one level are told by their number. */
const ROWS = 24;

/**
 * Columns by level, the file itself at the left; what imports it stands to its right. Within a column a file stands
 * about where the files that it imports do, so that lines cross seldom. Pure.
 */
export function layoutGraph(root: string, dependents: DependentsView, kept: ReadonlySet<string>): GraphLayout {
  const columns = new Map([[0, [root]]]);
  for (const { file, level } of dependents.files) {
    if (kept.has(file)) columns.set(level, [...(columns.get(level) ?? []), file]);
  }
  // Files come by level, so that the columns do.
  const filled = [...columns.values()];
  const row = new Map<string, number>([[root, 0]]);
  const targets = new Map<string, string[]>();
  for (const { from, to } of dependents.edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  for (const column of filled.slice(1)) {
    const height = new Map(column.map((file) => [file, middle((targets.get(file) ?? []).map((to) => row.get(to)))]));
    column.sort((a, b) => (height.get(a) ?? 0) - (height.get(b) ?? 0) || (a < b ? -1 : 1));
    for (const [at, file] of column.entries()) row.set(file, at);
  }
  const shown = filled.map((column) => (column.length > ROWS ? column.slice(0, ROWS - 1) : column));
  const tallest = Math.max(...filled.map((column) => Math.min(column.length, ROWS)));
  const topOf = (count: number): number => MARGIN + ((tallest - Math.min(count, ROWS)) * (NODE.height + GAP.y)) / 2;
  const at = (level: number, count: number, index: number) => ({
    x: MARGIN + level * (NODE.width + GAP.x),
    y: topOf(count) + index * (NODE.height + GAP.y),
  });
  const nodes = shown.flatMap((column, level) =>
    column.map((file, index) => ({ file, level, ...at(level, filled[level]?.length ?? 0, index) })),
  );
  const rests = filled.flatMap((column, level) =>
    column.length > ROWS ? [{ level, count: column.length - ROWS + 1, ...at(level, column.length, ROWS - 1) }] : [],
  );
  return {
    nodes,
    rests,
    lines: linesBetween(nodes, dependents.edges),
    width: 2 * MARGIN + filled.length * (NODE.width + GAP.x) - GAP.x,
    height: 2 * MARGIN + tallest * (NODE.height + GAP.y) - GAP.y,
  };
}

function linesBetween(nodes: readonly GraphNode[], edges: DependentsView['edges']): readonly GraphLine[] {
  const byFile = new Map(nodes.map((node) => [node.file, node]));
  return edges.flatMap(({ from, to, kind }) => {
    const importer = byFile.get(from);
    const imported = byFile.get(to);
    return importer && imported ? [{ from, to, kind, path: lineBetween(imported, importer) }] : [];
  });
}

/** From the right side of what is imported to the left side of its importer; round the right where that is no way on. */
function lineBetween(imported: GraphNode, importer: GraphNode): string {
  const start = { x: imported.x + NODE.width, y: imported.y + NODE.height / 2 };
  const y = importer.y + NODE.height / 2;
  if (importer.level > imported.level) {
    const bend = start.x + GAP.x / 2;
    return `M${start.x},${start.y} C${bend},${start.y} ${importer.x - GAP.x / 2},${y} ${importer.x},${y}`;
  }
  const end = importer.x + NODE.width;
  const round = Math.max(start.x, end) + GAP.x / 2;
  return `M${start.x},${start.y} C${round},${start.y} ${round},${y} ${end},${y}`;
}

function middle(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? Number.MAX_SAFE_INTEGER : known.reduce((sum, value) => sum + value, 0) / known.length;
}
