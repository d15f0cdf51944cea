import type { DrawnChunk } from './plan-layout.ts';

/**
 * The chunk that a key leads to from another: left and right within its layer, up and down to the nearest of the next.
 *
 * @param chunks by layer, then from left to right
 */
export function nextChunk(chunks: readonly DrawnChunk[], from: number, key: string): number | undefined {
  const now = chunks.find(({ position }) => position === from);
  if (!now) return undefined;
  switch (key) {
    case 'ArrowRight':
      return chunks.find(({ layer, x }) => layer === now.layer && x > now.x)?.position;
    case 'ArrowLeft':
      return chunks.findLast(({ layer, x }) => layer === now.layer && x < now.x)?.position;
    case 'ArrowDown':
      return nearest(chunks, now, now.layer + 1);
    case 'ArrowUp':
      return nearest(chunks, now, now.layer - 1);
    case 'Home':
      return chunks[0]?.position;
    case 'End':
      return chunks.at(-1)?.position;
    default:
      return undefined;
  }
}

function nearest(chunks: readonly DrawnChunk[], { x }: DrawnChunk, layer: number): number | undefined {
  const [closest] = chunks
    .filter((chunk) => chunk.layer === layer)
    .sort((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x));
  return closest?.position;
}
