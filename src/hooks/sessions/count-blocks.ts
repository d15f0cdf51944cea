/** The count of violations that belong to no chunk. */
export const CHANGE_KEY = '#change';

/** What a violation counts for: its chunk, the comment that it is about, or the change. */
export function countKeyOf({
  chunk,
  comment,
}: {
  readonly chunk?: string | undefined;
  readonly comment?: string | undefined;
}): string {
  return chunk ?? (comment === undefined ? CHANGE_KEY : `#comment ${comment}`);
}

export interface CountedBlocks {
  /** The chunks that can still hold the session back, as keys. */
  readonly open: ReadonlySet<string>;
  /** The counts after the refusal. */
  readonly blocks: Readonly<Record<string, number>>;
  /** The number of this refusal: the lowest count of a chunk that holds the session back. */
  readonly refusal: number;
}

/**
 * [AGENT-1] Counts a refusal for each failing chunk that has not used up its refusals. `undefined` if none is left. Clients
 * report their own loops unreliably, so only this count ends one.
 */
export function countBlocks(
  failing: readonly string[],
  blocks: Readonly<Record<string, number>>,
  maxBlocks: number,
): CountedBlocks | undefined {
  const countOf = (key: string): number => blocks[key] ?? 0;
  const open = [...new Set(failing)].filter((key) => countOf(key) < maxBlocks);
  if (open.length === 0) return undefined;
  return {
    open: new Set(open),
    blocks: { ...blocks, ...Object.fromEntries(open.map((key) => [key, countOf(key) + 1])) },
    refusal: Math.min(...open.map(countOf)) + 1,
  };
}
