/** Something before a change, and what takes its place. */
export interface Replaced<Item> {
  readonly before: Item;
  readonly after: Item;
}

interface Comparison<Item> {
  readonly keyOf: (item: Item) => string;
  readonly valueOf: (item: Item) => string;
}

/**
 * Pairs the items of two versions that have the same key and another value. Items that are equal before and after are left
 * out first, so that an added or removed item of the same key pairs with nothing.
 */
export function pairReplaced<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { keyOf, valueOf }: Comparison<Item>,
): readonly Replaced<Item>[] {
  const same = (item: Item): string => `${keyOf(item)}\0${valueOf(item)}`;
  const removed = groupBy(without(before, after, same), keyOf);
  const added = groupBy(without(after, before, same), keyOf);
  return [...added].flatMap(([key, items]) => {
    const earlier = removed.get(key) ?? [];
    return items.slice(0, earlier.length).flatMap((item, index): Replaced<Item>[] => {
      const replaced = earlier[index];
      return replaced === undefined ? [] : [{ before: replaced, after: item }];
    });
  });
}

/** The items whose key the others have less often. */
export function without<Item>(
  items: readonly Item[],
  others: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const counts = new Map<string, number>();
  for (const item of others) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), count - 1);
    return count <= 0;
  });
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
