import type { LayerNode, Layers } from './create-layers.ts';

/** The number of passes, downwards and upwards in turn. Further ones hardly remove a crossing. */
const PASSES = 12;

/** The number of passes without an improvement after which the search ends. */
const PATIENCE = 4;

/**
 * Orders the nodes of each layer, so that few edges cross: by the mean place of their neighbors in the layer above, then of
 * those below, and so on. The order with the fewest crossings is kept.
 */
export function orderLayers({ layers }: Layers): void {
  let best = layers.map((layer) => [...layer]);
  let fewest = countCrossings(layers);
  let lastImprovement = 0;
  for (let pass = 0; pass < PASSES && fewest > 0 && pass - lastImprovement < PATIENCE; pass++) {
    const isDown = pass % 2 === 0;
    const sequence = isDown ? layers : [...layers].reverse();
    for (const layer of sequence) sortByNeighbors(layer, (node) => (isDown ? node.above : node.below));
    const crossings = countCrossings(layers);
    if (crossings < fewest) {
      fewest = crossings;
      lastImprovement = pass;
      best = layers.map((layer) => [...layer]);
    }
  }
  for (const [index, layer] of best.entries()) {
    layers[index] = layer;
    setOrder(layer);
  }
}

function sortByNeighbors(layer: LayerNode[], neighborsOf: (node: LayerNode) => readonly LayerNode[]): void {
  const weights = new Map(
    layer.map((node) => {
      const neighbors = neighborsOf(node);
      const sum = neighbors.reduce((total, { order }) => total + order, 0);
      // A node without neighbors keeps its place.
      return [node, neighbors.length === 0 ? node.order : sum / neighbors.length];
    }),
  );
  layer.sort((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0) || one.order - other.order);
  setOrder(layer);
}

function setOrder(layer: readonly LayerNode[]): void {
  for (const [order, node] of layer.entries()) node.order = order;
}

/** Counts the crossings between neighboring layers. */
export function countCrossings(layers: readonly (readonly LayerNode[])[]): number {
  let crossings = 0;
  for (const [index, layer] of layers.entries()) {
    const size = layers[index + 1]?.length ?? 0;
    const ends = layer.flatMap((node) => node.below.map(({ order }) => order).sort((one, other) => one - other));
    crossings += countInversions(ends, size);
  }
  return crossings;
}

/** Counts the pairs of values in descending order, with a Fenwick tree. */
function countInversions(values: readonly number[], size: number): number {
  const tree = new Int32Array(size + 1);
  let inversions = 0;
  for (const [seen, value] of values.entries()) {
    let notGreater = 0;
    for (let node = value + 1; node > 0; node -= node & -node) notGreater += tree[node] ?? 0;
    inversions += seen - notGreater;
    for (let node = value + 1; node <= size; node += node & -node) tree[node] = (tree[node] ?? 0) + 1;
  }
  return inversions;
}
