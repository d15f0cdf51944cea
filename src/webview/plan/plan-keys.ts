import type { LayoutChunk } from './plan-layout.ts';

/**
 * Returns the position of the chunk that a key moves to: arrows left and right within the row, arrows up and down to the
 * nearest chunk of the neighboring row, Home and End to the first and last chunk. Returns `undefined` if there is no
 * such chunk.
 *
 * @param chunks sorted by row, then from left to right
 */
export function findNextChunk(chunks: readonly LayoutChunk[], from: number, key: string): number | undefined {
  const current = chunks.find(({ position }) => position === from);
  if (!current) return undefined;
  switch (key) {
    case 'ArrowRight':
      return chunks.find(({ row, x }) => row === current.row && x > current.x)?.position;
    case 'ArrowLeft':
      return chunks.findLast(({ row, x }) => row === current.row && x < current.x)?.position;
    case 'ArrowDown':
      return findNearest(chunks, current, current.row + 1);
    case 'ArrowUp':
      return findNearest(chunks, current, current.row - 1);
    case 'Home':
      return chunks[0]?.position;
    case 'End':
      return chunks.at(-1)?.position;
    default:
      return undefined;
  }
}

function findNearest(chunks: readonly LayoutChunk[], { x }: LayoutChunk, row: number): number | undefined {
  const [closest] = chunks
    .filter((chunk) => chunk.row === row)
    .sort((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x));
  return closest?.position;
}
