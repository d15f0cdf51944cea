/** One line of the table: a figure of ours beside what it is held against. */
export interface BenchRow {
  /** `what/peer`, for example `cold-index/read` or `activation/limit`. */
  readonly id: string;
  readonly ours: number;
  /** The peer's figure in the same unit, or the limit. */
  readonly peer: number;
  readonly unit: 'ms' | 'bytes' | 'ratio';
}

export interface BenchOptions {
  /** How much of the corpus is measured, where a measurement leaves that open. */
  readonly corpus: 'middle' | 'large';
}

/** A measurement; it may give several lines. One file each in rows/, and its line in the table in run.ts. */
export interface BenchMeasurement {
  readonly title: string;
  measure(say: (line: string) => void, options: BenchOptions): Promise<readonly BenchRow[]>;
}

/** The middle of the sorted values; of an even number the lower one of the two. Throws where there is none. */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of no values.');
  return middle;
}
