import { orderByDependencies } from '../../../contract/dependency-order.ts';
import type { Chunk } from '../../../contract/model.ts';

/** The order in which chunks complete. Positions are indexes in the plan's list. */
export interface ChunkOrder {
  /** Positions in the order of a run. */
  readonly sequence: readonly number[];
  /** Whether any chunk has dependsOn. If none has, each chunk depends on all earlier ones. */
  readonly declared: boolean;
  /** Whether dependsOn contains a cycle. */
  readonly cyclic: boolean;
  /** Whether a chunk is certainly complete when another one starts. */
  isBefore(earlier: number, later: number): boolean;
}

const BITS = 32;

/** [COMP-R1] Earlier chunks are the ancestors by dependsOn, or all chunks that precede in a list without dependsOn. */
export function computeChunkOrder(chunks: readonly Chunk[]): ChunkOrder {
  const declared = chunks.some((chunk) => chunk.dependsOn.length > 0);
  if (!declared) {
    return {
      sequence: [...chunks.keys()],
      declared,
      cyclic: false,
      isBefore: (earlier, later) => earlier < later,
    };
  }
  const positionOf = new Map<Chunk, number>(chunks.map((chunk, position) => [chunk, position]));
  const { order, cycles } = orderByDependencies(chunks);
  const sequence = order.map((chunk) => positionOf.get(chunk) ?? 0);
  const ancestors = ancestorBits(chunks, sequence);
  const rowLength = Math.ceil(chunks.length / BITS);
  const isBefore = (earlier: number, later: number): boolean =>
    ((ancestors[later * rowLength + Math.floor(earlier / BITS)] ?? 0) & (1 << (earlier % BITS))) !== 0;
  return { sequence, declared, cyclic: cycles.length > 0, isBefore };
}

/** A row of bits for each chunk, one bit per ancestor. A row is the union of the rows of the chunk's dependencies. */
function ancestorBits(chunks: readonly Chunk[], sequence: readonly number[]): Int32Array {
  const rowLength = Math.ceil(chunks.length / BITS);
  const rows = new Int32Array(rowLength * chunks.length);
  const byId = new Map<string, number>();
  chunks.forEach((chunk, position) => {
    if (!byId.has(chunk.id)) byId.set(chunk.id, position);
  });
  for (const position of sequence) {
    const row = position * rowLength;
    for (const id of chunks[position]?.dependsOn ?? []) {
      const parent = byId.get(id);
      if (parent === undefined || parent === position) continue;
      const parentRow = parent * rowLength;
      for (let offset = 0; offset < rowLength; offset++) {
        const bits = rows[parentRow + offset] ?? 0;
        if (bits !== 0) rows[row + offset] = (rows[row + offset] ?? 0) | bits;
      }
      const parentIndex = row + Math.floor(parent / BITS);
      rows[parentIndex] = (rows[parentIndex] ?? 0) | (1 << (parent % BITS));
    }
  }
  return rows;
}
