import type { DependentsView } from '../protocol/impact-panel-data.ts';

export interface GraphNode {
  readonly file: string;
  /** The distance from the file of the panel, which has level 0. */
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** The number of files of one level that do not fit into the drawing. */
export interface HiddenFiles {
  readonly level: number;
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface GraphLine {
  readonly from: string;
  readonly to: string;
  readonly kind: DependentsView['edges'][number]['kind'];
  /** The data of an SVG path. */
  readonly path: string;
}

export interface GraphLayout {
  /** By level, then from top to bottom. */
  readonly nodes: readonly GraphNode[];
  readonly hidden: readonly HiddenFiles[];
  readonly lines: readonly GraphLine[];
  readonly width: number;
  readonly height: number;
}

/** In CSS pixels. */
export const NODE = { width: 130, height: 42 } as const;

const GAP = { x: 36, y: 10 } as const;
const MARGIN = 6;
/** The maximum number of rows in a column. */
const ROWS = 24;

/**
 * Lays out the graph in columns by level, with the file of the panel on the left and its importers to the right. Files in
 * a column are sorted by the mean row of the files that they import, so that few lines cross.
 *
 * @param visible the files to draw
 */
export function layoutGraph(root: string, dependents: DependentsView, visible: ReadonlySet<string>): GraphLayout {
  const columns = new Map([[0, [root]]]);
  for (const { file, level } of dependents.files) {
    if (visible.has(file)) columns.set(level, [...(columns.get(level) ?? []), file]);
  }
  // The files are sorted by level, so the map contains the columns in order.
  const orderedColumns = [...columns.values()];
  const rowByFile = new Map<string, number>([[root, 0]]);
  const importsByFile = new Map<string, string[]>();
  for (const { from, to } of dependents.edges) importsByFile.set(from, [...(importsByFile.get(from) ?? []), to]);
  for (const column of orderedColumns.slice(1)) {
    const rank = new Map(
      column.map((file) => [file, mean((importsByFile.get(file) ?? []).map((to) => rowByFile.get(to)))]),
    );
    column.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || (a < b ? -1 : 1));
    for (const [index, file] of column.entries()) rowByFile.set(file, index);
  }
  const drawnColumns = orderedColumns.map((column) => (column.length > ROWS ? column.slice(0, ROWS - 1) : column));
  const tallest = Math.max(...orderedColumns.map((column) => Math.min(column.length, ROWS)));
  const computeTop = (count: number): number =>
    MARGIN + ((tallest - Math.min(count, ROWS)) * (NODE.height + GAP.y)) / 2;
  const computePosition = (level: number, count: number, index: number) => ({
    x: MARGIN + level * (NODE.width + GAP.x),
    y: computeTop(count) + index * (NODE.height + GAP.y),
  });
  const nodes = drawnColumns.flatMap((column, level) =>
    column.map((file, index) => ({
      file,
      level,
      ...computePosition(level, orderedColumns[level]?.length ?? 0, index),
    })),
  );
  const hidden = orderedColumns.flatMap((column, level) =>
    column.length > ROWS
      ? [{ level, count: column.length - ROWS + 1, ...computePosition(level, column.length, ROWS - 1) }]
      : [],
  );
  return {
    nodes,
    hidden,
    lines: createLines(nodes, dependents.edges),
    width: 2 * MARGIN + orderedColumns.length * (NODE.width + GAP.x) - GAP.x,
    height: 2 * MARGIN + tallest * (NODE.height + GAP.y) - GAP.y,
  };
}

function createLines(nodes: readonly GraphNode[], edges: DependentsView['edges']): readonly GraphLine[] {
  const byFile = new Map(nodes.map((node) => [node.file, node]));
  return edges.flatMap(({ from, to, kind }) => {
    const importer = byFile.get(from);
    const imported = byFile.get(to);
    return importer && imported ? [{ from, to, kind, path: toPath(imported, importer) }] : [];
  });
}

/**
 * Connects the right side of the imported file with the left side of its importer. If the importer is in the same column
 * or further left, the line ends on its right side.
 */
function toPath(imported: GraphNode, importer: GraphNode): string {
  const start = { x: imported.x + NODE.width, y: imported.y + NODE.height / 2 };
  const y = importer.y + NODE.height / 2;
  if (importer.level > imported.level) {
    const bendX = start.x + GAP.x / 2;
    return `M${start.x},${start.y} C${bendX},${start.y} ${importer.x - GAP.x / 2},${y} ${importer.x},${y}`;
  }
  const endX = importer.x + NODE.width;
  const detourX = Math.max(start.x, endX) + GAP.x / 2;
  return `M${start.x},${start.y} C${detourX},${start.y} ${detourX},${y} ${endX},${y}`;
}

/** Returns a large number if no value is known, so that the file is sorted to the end of its column. */
function mean(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? Number.MAX_SAFE_INTEGER : known.reduce((sum, value) => sum + value, 0) / known.length;
}
