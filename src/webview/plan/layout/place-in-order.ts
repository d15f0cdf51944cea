interface Block {
  /** The index of its first item. */
  readonly first: number;
  /** The weighted mean of the wanted centers, each relative to the first item of all. */
  readonly mean: number;
  readonly weight: number;
}

/**
 * Returns the centers of items in a row that are closest to the wanted ones (least squares), keep the order and keep at
 * least the distances. This is an isotonic regression with the algorithm of adjacent violators.
 *
 * @param distances by item: the minimum distance to the center of the next one
 */
export function placeInOrder(
  wanted: readonly { readonly center: number; readonly weight: number }[],
  distances: readonly number[],
): readonly number[] {
  const offsets: number[] = [];
  for (let index = 0, offset = 0; index < wanted.length; offset += distances[index++] ?? 0) offsets.push(offset);
  const blocks: Block[] = [];
  for (const [first, { center, weight }] of wanted.entries()) {
    // A weight of 0 would make the mean of a block undefined.
    let block: Block = { first, mean: center - (offsets[first] ?? 0), weight: Math.max(weight, 1e-6) };
    for (let before = blocks.at(-1); before && before.mean >= block.mean; before = blocks.at(-1)) {
      const sum = before.weight + block.weight;
      const mean = (before.mean * before.weight + block.mean * block.weight) / sum;
      block = { first: before.first, mean, weight: sum };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ first, mean }, index) => {
    const end = blocks[index + 1]?.first ?? wanted.length;
    return offsets.slice(first, end).map((offset) => mean + offset);
  });
}
