import type { PlannedChunk } from './plan-facts.ts';

/** What precedes the number at the end of an id, and the number; undefined where there is none. */
export function numberOf(id: string): { readonly prefix: string; readonly digits: string } | undefined {
  const match = /^(.*?)(\d+)$/.exec(id);
  return match ? { prefix: match[1] ?? '', digits: match[2] ?? '' } : undefined;
}

/**
 * The ids of a plan whose chunks are numbered without holes, by position and beyond the end; undefined where they are
 * not numbered, and `broken` where the numbers have holes that are to be mended first.
 */
export function seriesOf(chunks: readonly PlannedChunk[]): ((position: number) => string) | 'broken' | undefined {
  const numbers = chunks.map(({ chunk }) => numberOf(chunk.id));
  const [first] = numbers;
  if (!first || numbers.some((one) => one?.prefix !== first.prefix)) return undefined;
  const start = Number(first.digits);
  if (numbers.some((one, position) => Number(one?.digits) !== start + position)) return 'broken';
  return (position) => `${first.prefix}${String(start + position).padStart(first.digits.length, '0')}`;
}
