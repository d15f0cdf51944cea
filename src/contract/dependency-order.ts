import { Graph, alg } from '@dagrejs/graphlib';

/** An item that depends on other items. */
export interface Dependent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

export interface DependencyOrder<Item extends Dependent> {
  /** Every item once, after its dependencies. Items in a cycle keep their relative order. */
  readonly order: readonly Item[];
  /** One cycle of each strongly connected component: `['a', 'b']` for a → b → a. Only one cycle for many items. */
  readonly cycles: readonly (readonly string[])[];
}

/** Orders items by their dependencies. Ignores unknown ids. A duplicate id refers to the first item with that id. */
export function orderByDependencies<Item extends Dependent>(items: readonly Item[]): DependencyOrder<Item> {
  const dependencies = dependenciesOf(items);
  const order = sortByDependencies(dependencies, () => true);
  const itemsAt = (positions: readonly number[]): Item[] => positions.flatMap((position) => items[position] ?? []);
  if (order.length === items.length) return { order: itemsAt(order), cycles: [] };

  const stuck = new Set(items.keys());
  for (const position of order) stuck.delete(position);
  const components = findComponents(dependencies, stuck);
  const componentOf = new Map(
    components.flatMap((component, index) => component.map((position) => [position, index] as const)),
  );
  // Dependencies within a component cannot be satisfied. Only the position orders its items.
  const inSameComponent = (a: number, b: number): boolean =>
    componentOf.has(a) && componentOf.get(a) === componentOf.get(b);
  const acyclicOrder = sortByDependencies(dependencies, (item, dependency) => !inSameComponent(item, dependency));
  const cycles = components.map((component) =>
    shortestCycle(component, dependencies).map((position) => items[position]?.id ?? ''),
  );
  // Of many items, only one cycle is known. Those of other cycles follow at the end.
  const placed = new Set(acyclicOrder);
  const unplaced = [...items.keys()].filter((position) => !placed.has(position));
  return { order: itemsAt([...acyclicOrder, ...unplaced]), cycles };
}

/** The positions of the dependencies of each item. */
function dependenciesOf(items: readonly Dependent[]): readonly (readonly number[])[] {
  const positions = new Map<string, number>();
  items.forEach((item, index) => {
    if (!positions.has(item.id)) positions.set(item.id, index);
  });
  return items.map((item) => [...new Set(item.dependsOn)].flatMap((id) => positions.get(id) ?? []));
}

/** Repeatedly takes the first item without pending dependencies. Omits items in a cycle and their dependents. */
function sortByDependencies(
  dependencies: readonly (readonly number[])[],
  isRelevant: (item: number, dependency: number) => boolean,
): number[] {
  const pending = dependencies.map(() => 0);
  const dependents = dependencies.map((): number[] => []);
  dependencies.forEach((needed, item) => {
    for (const dependency of needed) {
      if (!isRelevant(item, dependency)) continue;
      pending[item] = (pending[item] ?? 0) + 1;
      dependents[dependency]?.push(item);
    }
  });
  const ready = [...pending.keys()].filter((item) => pending[item] === 0).reverse();
  const order: number[] = [];
  for (let item = ready.pop(); item !== undefined; item = ready.pop()) {
    order.push(item);
    for (const dependent of dependents[item] ?? []) {
      pending[dependent] = (pending[dependent] ?? 1) - 1;
      if (pending[dependent] === 0) insertDescending(ready, dependent);
    }
  }
  return order;
}

function insertDescending(values: number[], value: number): void {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > value) low = middle + 1;
    else high = middle;
  }
  values.splice(low, 0, value);
}

/** The maximum number of items to search with the library. Its search is recursive and could overflow the stack. */
const MAX_SEARCHED_ITEMS = 1_000;

/** The groups of items that depend on each other, as ascending positions. */
function findComponents(dependencies: readonly (readonly number[])[], stuck: ReadonlySet<number>): readonly number[][] {
  const stuckDependencies = (item: number): number[] =>
    (dependencies[item] ?? []).filter((dependency) => stuck.has(dependency));
  if (stuck.size > MAX_SEARCHED_ITEMS) return [followToCycle(Math.min(...stuck), stuckDependencies)];
  const graph = new Graph();
  for (const item of stuck)
    for (const dependency of stuckDependencies(item)) graph.setEdge(String(item), String(dependency));
  return alg
    .findCycles(graph)
    .map((component) => component.map(Number).sort((a, b) => a - b))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Follows the first stuck dependency of each item. Every stuck item has a stuck dependency, so this reaches a cycle. */
function followToCycle(start: number, stuckDependencies: (item: number) => readonly number[]): number[] {
  const visited = new Map<number, number>();
  let item = start;
  while (!visited.has(item)) {
    visited.set(item, visited.size);
    item = stuckDependencies(item)[0] ?? item;
  }
  return [...visited.keys()].slice(visited.get(item)).sort((a, b) => a - b);
}

/** The shortest cycle through the first item of a component. */
function shortestCycle(component: readonly number[], dependencies: readonly (readonly number[])[]): number[] {
  const first = component[0] ?? 0;
  const members = new Set(component);
  const predecessors = new Map<number, number>();
  const queue = [first];
  for (const item of queue) {
    for (const next of dependencies[item] ?? []) {
      if (next === first) return pathTo(item, predecessors);
      if (!members.has(next) || predecessors.has(next)) continue;
      predecessors.set(next, item);
      queue.push(next);
    }
  }
  return [first];
}

function pathTo(item: number, predecessors: ReadonlyMap<number, number>): number[] {
  const path = [item];
  for (let previous = predecessors.get(item); previous !== undefined; previous = predecessors.get(previous)) {
    path.push(previous);
  }
  return path.reverse();
}
