import { Graph, alg } from '@dagrejs/graphlib';
import type { Chunk, Contract } from './model.ts';

/** Something that others of its kind may have to wait for. */
export interface Dependent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

export interface DependencyOrder<Item extends Dependent> {
  /** Every item once, after all that it depends on; what is in a cycle keeps its position. */
  readonly order: readonly Item[];
  /** One cycle for each knot of items that wait for each other: `['a', 'b']` for a → b → a. */
  readonly cycles: readonly (readonly string[])[];
}

/**
 * The order in which the chunks of a contract are run: by dependsOn, and by position where that leaves a choice; so a
 * contract without dependsOn is run from top to bottom.
 */
export function orderChunks(contract: Pick<Contract, 'chunks'>): DependencyOrder<Chunk> {
  return dependencyOrder(contract.chunks);
}

/** Orders items by their dependencies; ids that nothing has are passed over, of equal ids the first counts. */
export function dependencyOrder<Item extends Dependent>(items: readonly Item[]): DependencyOrder<Item> {
  const dependencies = dependenciesOf(items);
  const order = inOrder(dependencies, () => true);
  const itemsAt = (positions: readonly number[]): Item[] => positions.flatMap((position) => items[position] ?? []);
  if (order.length === items.length) return { order: itemsAt(order), cycles: [] };

  const stuck = new Set(items.keys());
  for (const position of order) stuck.delete(position);
  const knots = knotsOf(dependencies, stuck);
  const knotOf = new Map(knots.flatMap((knot, index) => knot.map((position) => [position, index] as const)));
  // Inside a knot nothing can wait for the rest of it: there the position alone decides.
  const sameKnot = (a: number, b: number): boolean => knotOf.has(a) && knotOf.get(a) === knotOf.get(b);
  const eased = inOrder(dependencies, (item, dependency) => !sameKnot(item, dependency));
  const cycles = knots.map((knot) => cycleIn(knot, dependencies).map((position) => items[position]?.id ?? ''));
  return { order: itemsAt(eased), cycles };
}

/** The positions that each item depends on. */
function dependenciesOf(items: readonly Dependent[]): readonly (readonly number[])[] {
  const positions = new Map<string, number>();
  items.forEach((item, index) => {
    if (!positions.has(item.id)) positions.set(item.id, index);
  });
  return items.map((item) => [...new Set(item.dependsOn)].flatMap((id) => positions.get(id) ?? []));
}

/** Always the first by position of those that wait for nothing any more; what waits for ever is left out. */
function inOrder(
  dependencies: readonly (readonly number[])[],
  counts: (item: number, dependency: number) => boolean,
): number[] {
  const waiting = dependencies.map(() => 0);
  const dependents = dependencies.map((): number[] => []);
  dependencies.forEach((needed, item) => {
    for (const dependency of needed) {
      if (!counts(item, dependency)) continue;
      waiting[item] = (waiting[item] ?? 0) + 1;
      dependents[dependency]?.push(item);
    }
  });
  const ready = [...waiting.keys()].filter((item) => waiting[item] === 0).reverse();
  const order: number[] = [];
  for (let item = ready.pop(); item !== undefined; item = ready.pop()) {
    order.push(item);
    for (const dependent of dependents[item] ?? []) {
      waiting[dependent] = (waiting[dependent] ?? 1) - 1;
      if (waiting[dependent] === 0) insertDescending(ready, dependent);
    }
  }
  return order;
}

function insertDescending(list: number[], value: number): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) > value) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, value);
}

/** The library's search recurses: above this size it would end in a stack overflow. */
const MAX_SEARCHED = 1_000;

/** Groups of items that depend on each other, as positions in ascending order. */
function knotsOf(dependencies: readonly (readonly number[])[], stuck: ReadonlySet<number>): readonly number[][] {
  const stuckBelow = (item: number): number[] => (dependencies[item] ?? []).filter((one) => stuck.has(one));
  if (stuck.size > MAX_SEARCHED) return [knotBelow(Math.min(...stuck), stuckBelow)];
  const graph = new Graph();
  for (const item of stuck) for (const dependency of stuckBelow(item)) graph.setEdge(String(item), String(dependency));
  return alg
    .findCycles(graph)
    .map((knot) => knot.map(Number).sort((a, b) => a - b))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Whatever is stuck waits for something stuck: following that leads round in the end. */
function knotBelow(start: number, stuckBelow: (item: number) => readonly number[]): number[] {
  const way = new Map<number, number>();
  let item = start;
  while (!way.has(item)) {
    way.set(item, way.size);
    item = stuckBelow(item)[0] ?? item;
  }
  return [...way.keys()].slice(way.get(item)).sort((a, b) => a - b);
}

/** The shortest way from the first item of a knot back to itself. */
function cycleIn(knot: readonly number[], dependencies: readonly (readonly number[])[]): number[] {
  const first = knot[0] ?? 0;
  const members = new Set(knot);
  const cameFrom = new Map<number, number>();
  const queue = [first];
  for (const item of queue) {
    for (const next of dependencies[item] ?? []) {
      if (next === first) return wayTo(item, cameFrom);
      if (!members.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, item);
      queue.push(next);
    }
  }
  return [first];
}

function wayTo(item: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const way = [item];
  for (let at = cameFrom.get(item); at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}
