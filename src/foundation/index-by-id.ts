interface Identified {
  readonly id: string;
}

const indexes = new WeakMap<readonly Identified[], ReadonlyMap<string, number>>();

/**
 * The index of the first item with an id, or -1. The list must not change afterwards: it is searched once, so that a loop over
 * a list that looks for the items of another one takes time in proportion to their lengths.
 */
export function indexById(list: readonly Identified[], id: string): number {
  let index = indexes.get(list);
  if (index === undefined) {
    index = new Map(list.map((item, position) => [item.id, position] as const).reverse());
    indexes.set(list, index);
  }
  return index.get(id) ?? -1;
}

/** The first item with an id. The list must not change afterwards. */
export function findById<Item extends Identified>(list: readonly Item[], id: string): Item | undefined {
  return list[indexById(list, id)];
}
