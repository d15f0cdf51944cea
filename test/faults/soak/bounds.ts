import type { Measurement } from './measure.ts';

interface Bound {
  /** The growth that is allowed for each chunk between start and end. */
  readonly perChunk: number;
  /** The growth that is allowed in addition, independent of the number of chunks. */
  readonly constant: number;
}

const KB = 1024;
const MB = 1024 * KB;

/**
 * - `heap`: the index of modules and the type checker know every module that landed: its text, its record, its syntax tree
 *   and its symbols. For the small modules of the soak these are some 10 KB. A worktree, a conversation or an event log that
 *   is not released has at least that size again.
 * - `memory`: the heap, code that was compiled, and memory that the allocator keeps for later; it varies by some 10 MB.
 * - `descriptors`, `handles`: connections of the model that stay open for the next request, and no others.
 * - `database`: a run, its attempts with diffs and results as JSON, its calls, a verdict, a context and a record; in addition
 *   the write-ahead log, which SQLite empties at 4 MB.
 * - `storedFiles`: the objects of the base, of each attempt and of the merge: a commit, a tree for each changed folder and the
 *   changed file. A chunk of the soak has up to two attempts.
 */
const BOUNDS: Readonly<Record<keyof Measurement, Bound>> = {
  heap: { perChunk: 40 * KB, constant: 8 * MB },
  memory: { perChunk: 100 * KB, constant: 120 * MB },
  descriptors: { perChunk: 0, constant: 4 },
  handles: { perChunk: 0, constant: 4 },
  children: { perChunk: 0, constant: 0 },
  worktrees: { perChunk: 0, constant: 0 },
  temporaryFiles: { perChunk: 0, constant: 0 },
  storedFiles: { perChunk: 30, constant: 10 },
  database: { perChunk: 60 * KB, constant: 4 * MB },
};

/** Where the growth from the first measurement to the last exceeds its bound, as sentences. */
export function findExcesses(
  measurements: readonly { readonly at: string; readonly values: Measurement }[],
  { chunks, parallel }: { readonly chunks: number; readonly parallel: number },
): readonly string[] {
  const [first, last] = [measurements[0], measurements.at(-1)];
  if (first === undefined || last === undefined) return ['Nothing was measured.'];
  const excesses: string[] = [];
  for (const [name, { perChunk, constant }] of Object.entries(BOUNDS) as [keyof Measurement, Bound][]) {
    const growth = last.values[name] - first.values[name];
    const bound = perChunk * (chunks + parallel) + constant;
    if (growth > bound) excesses.push(`${name} grew by ${growth}, and the bound is ${bound}.`);
  }
  return excesses;
}
