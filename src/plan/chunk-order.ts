import type { Chunk } from '../contract/model.ts';
import { dependencyOrder } from '../contract/order.ts';

/** Which chunks of a plan stand before which. Positions are those of the plan's list. */
export interface ChunkOrder {
  /** Positions in the order in which the chunks are run. */
  readonly sequence: readonly number[];
  /** Whether any chunk says what it depends on; where none does, each comes after all that stand before it. */
  readonly declared: boolean;
  /** Ids in circles, as the reader names them. */
  readonly cyclic: boolean;
  /** Whether a chunk is surely completed when another starts. */
  isBefore(earlier: number, later: number): boolean;
}

const BITS = 32;

/** [COMP-R1] Earlier means the ancestors by dependsOn, or all that stand before where no chunk declares dependsOn. */
export function chunkOrder(chunks: readonly Chunk[]): ChunkOrder {
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
  const { order, cycles } = dependencyOrder(chunks);
  const sequence = order.map((chunk) => positionOf.get(chunk) ?? 0);
  const ancestors = ancestorsOf(chunks, sequence);
  const words = Math.ceil(chunks.length / BITS);
  const isBefore = (earlier: number, later: number): boolean =>
    ((ancestors[later * words + Math.floor(earlier / BITS)] ?? 0) & (1 << (earlier % BITS))) !== 0;
  return { sequence, declared, cyclic: cycles.length > 0, isBefore };
}

/** One row of bits for each chunk: its ancestors. A row is the union of the rows of what the chunk depends on. */
function ancestorsOf(chunks: readonly Chunk[], sequence: readonly number[]): Int32Array {
  const words = Math.ceil(chunks.length / BITS);
  const rows = new Int32Array(words * chunks.length);
  const byId = new Map<string, number>();
  chunks.forEach((chunk, position) => {
    if (!byId.has(chunk.id)) byId.set(chunk.id, position);
  });
  for (const position of sequence) {
    const row = position * words;
    for (const id of chunks[position]?.dependsOn ?? []) {
      const parent = byId.get(id);
      if (parent === undefined || parent === position) continue;
      const other = parent * words;
      for (let word = 0; word < words; word++) {
        const bits = rows[other + word] ?? 0;
        if (bits !== 0) rows[row + word] = (rows[row + word] ?? 0) | bits;
      }
      const own = row + Math.floor(parent / BITS);
      rows[own] = (rows[own] ?? 0) | (1 << (parent % BITS));
    }
  }
  return rows;
}
