import type { PlannedChunk } from './planned-chunk.ts';

/** Splits an id with a number at its end; `undefined` if it has none. */
export function parseNumberedId(id: string): { readonly prefix: string; readonly digits: string } | undefined {
  const match = /^(.*?)(\d+)$/.exec(id);
  return match ? { prefix: match[1] ?? '', digits: match[2] ?? '' } : undefined;
}

/**
 * Returns a function that gives the numbered id for a position, also beyond the end of the list. `undefined` if the ids
 * are not numbered; `broken` if the numbers have gaps, which must be fixed first.
 */
export function readIdSeries(chunks: readonly PlannedChunk[]): ((position: number) => string) | 'broken' | undefined {
  const numbers = chunks.map(({ chunk }) => parseNumberedId(chunk.id));
  const [first] = numbers;
  if (!first || numbers.some((one) => one?.prefix !== first.prefix)) return undefined;
  const start = Number(first.digits);
  if (numbers.some((one, position) => Number(one?.digits) !== start + position)) return 'broken';
  return (position) => `${first.prefix}${String(start + position).padStart(first.digits.length, '0')}`;
}
