/** An edge between two chunks, by their positions. */
export interface InputEdge {
  readonly from: number;
  readonly to: number;
  /** 0 if the edge has no label. In CSS pixels. */
  readonly labelWidth: number;
}

/** A chunk, or a point that an edge passes in a layer between its ends. */
export interface LayerNode {
  /** The position of the chunk. Absent for a point of an edge. */
  readonly chunk?: number;
  readonly layer: number;
  /** The width of the label that the point holds. */
  readonly labelWidth: number;
  readonly above: LayerNode[];
  readonly below: LayerNode[];
  /** The place in its layer, from the left. */
  order: number;
}

export interface Layers {
  readonly layers: LayerNode[][];
  /** By position. */
  readonly chunks: readonly LayerNode[];
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    /** Whether it points upwards, in a cycle. */
    readonly reversed: boolean;
    /** The points between its ends, from top to bottom. `undefined` for a long edge that is drawn directly. */
    readonly points: readonly LayerNode[] | undefined;
  }[];
  /** Whether every second layer holds labels. */
  readonly hasLabels: boolean;
}

/** An edge over more layers is drawn directly: many parallel lines would push the chunks apart. */
const MAX_LENGTH = 6;

/** The maximum number of points in a plan, for a layout in linear time. The longest edges have none. */
const MAX_POINTS = 2_000;

/**
 * Puts each chunk into the layer after its last dependency, so that the chunks of a layer can run at the same time. An edge
 * over several layers gets a point in each of them.
 */
export function createLayers(count: number, edges: readonly InputEdge[], hasLabels: boolean): Layers {
  const reversed = findReversedEdges(count, edges);
  const directed = edges.map(({ from, to }, index) => (reversed[index] ? { from: to, to: from } : { from, to }));
  const step = hasLabels ? 2 : 1;
  const depths = computeDepths(count, directed);
  const layers: LayerNode[][] = Array.from({ length: Math.max(0, ...depths) * step + 1 }, () => []);
  const add = (layer: number, labelWidth: number, chunk?: number): LayerNode => {
    const inLayer = layers[layer] ?? [];
    const node: LayerNode = {
      ...(chunk === undefined ? {} : { chunk }),
      layer,
      labelWidth,
      above: [],
      below: [],
      order: inLayer.length,
    };
    inLayer.push(node);
    return node;
  };
  const chunks = depths.map((depth, position) => add(depth * step, 0, position));
  const points: (LayerNode[] | undefined)[] = edges.map(() => undefined);
  let pointCount = 0;
  for (const { index, length } of sortByLength(directed, depths, step)) {
    const edge = directed[index];
    const start = edge && chunks[edge.from];
    const end = edge && chunks[edge.to];
    if (!start || !end || start === end) continue;
    pointCount += length - 1;
    if (length > MAX_LENGTH * step || (length > step && pointCount > MAX_POINTS)) continue;
    // The label is in the first layer of labels, next to the chunk that provides.
    const passed = Array.from({ length: length - 1 }, (_, offset) =>
      add(start.layer + offset + 1, offset === 0 ? (edges[index]?.labelWidth ?? 0) : 0),
    );
    for (const [one, other] of pairs([start, ...passed, end])) {
      one.below.push(other);
      other.above.push(one);
    }
    points[index] = passed;
  }
  const layeredEdges = edges.map(({ from, to }, index) => ({
    from,
    to,
    reversed: reversed[index] === true,
    points: points[index],
  }));
  return { layers, chunks, edges: layeredEdges, hasLabels };
}

/** The short edges first: they get points before the long ones use them up. */
function sortByLength(
  edges: readonly { readonly from: number; readonly to: number }[],
  depths: readonly number[],
  step: number,
): readonly { readonly index: number; readonly length: number }[] {
  return edges
    .map(({ from, to }, index) => ({ index, length: ((depths[to] ?? 0) - (depths[from] ?? 0)) * step }))
    .sort((one, other) => one.length - other.length);
}

/** Pairs each value with its successor. */
export function pairs<Value>(values: readonly Value[]): [Value, Value][] {
  return values.slice(1).map((value, index) => [values[index] as Value, value]);
}

/** Returns for each edge whether it closes a cycle, found by a depth-first search in the order of the plan. */
function findReversedEdges(count: number, edges: readonly InputEdge[]): readonly boolean[] {
  const outgoing = Array.from({ length: count }, (): number[] => []);
  for (const [index, { from }] of edges.entries()) outgoing[from]?.push(index);
  const reversed = edges.map(() => false);
  const states = new Uint8Array(count);
  const [unseen, open, done] = [0, 1, 2];
  for (let root = 0; root < count; root++) {
    if (states[root] !== unseen) continue;
    // An explicit stack: a plan may have more layers than the call stack has frames.
    const stack = [{ chunk: root, next: 0 }];
    states[root] = open;
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const index = outgoing[top.chunk]?.[top.next++];
      const target = index === undefined ? undefined : edges[index]?.to;
      if (index === undefined || target === undefined) {
        states[top.chunk] = done;
        stack.pop();
      } else if (states[target] === open) reversed[index] = true;
      else if (states[target] === unseen) {
        states[target] = open;
        stack.push({ chunk: target, next: 0 });
      }
    }
  }
  return reversed;
}

/** Returns the length of the longest path that ends at each chunk. */
function computeDepths(count: number, edges: readonly { readonly from: number; readonly to: number }[]): number[] {
  const depths = new Array<number>(count).fill(0);
  const waiting = new Array<number>(count).fill(0);
  const outgoing = Array.from({ length: count }, (): number[] => []);
  for (const { from, to } of edges) {
    if (from === to) continue;
    outgoing[from]?.push(to);
    waiting[to] = (waiting[to] ?? 0) + 1;
  }
  const ready = [...waiting.keys()].filter((chunk) => waiting[chunk] === 0);
  for (let chunk = ready.shift(); chunk !== undefined; chunk = ready.shift()) {
    for (const target of outgoing[chunk] ?? []) {
      depths[target] = Math.max(depths[target] ?? 0, (depths[chunk] ?? 0) + 1);
      const left = (waiting[target] ?? 0) - 1;
      waiting[target] = left;
      if (left === 0) ready.push(target);
    }
  }
  return depths;
}
