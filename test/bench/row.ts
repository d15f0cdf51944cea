/** One row of the table: our value, and the value of a peer or a limit. */
export interface BenchRow {
  /** `what/peer`, for example `cold-index/read` or `activation/limit`. */
  readonly id: string;
  readonly ours: number;
  /** The value of the peer in the same unit, or the limit. */
  readonly peer: number;
  readonly unit: 'ms' | 'bytes' | 'ratio' | 'tokens';
}

export interface BenchOptions {
  /** The corpus for measurements that support several. */
  readonly corpus: 'middle' | 'large';
}

/** A measurement with one or more rows. Each measurement is a file in rows/ and an entry in measurements.ts. */
export interface BenchMeasurement {
  readonly title: string;
  /** A measurement that takes longer is ended and fails. Default: 10 minutes. */
  readonly limitMs?: number;
  measure(say: (line: string) => void, options: BenchOptions): Promise<readonly BenchRow[]>;
}

/** Measurements by name. The module of a table exports it as `measurements`. */
export type BenchTable = Readonly<Record<string, BenchMeasurement>>;

/** Returns the median, or the lower of the two middle values. Throws if there is no value. */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new Error('The median of an empty list is undefined.');
  return middle;
}
