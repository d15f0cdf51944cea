import type { TypeKind, TypeView } from '../engines/type-engine.ts';
import type { ProbedName } from './probe-text.ts';

/** What the checker said of the places that a probe asked for. */
export interface ProbeReading {
  readonly view: TypeView;
  /** Absolute path of the file that holds the probes. */
  readonly file: string;
  kind(offset: number): TypeKind;
}

/** What a probe makes of what the checker said. */
export interface ProbeVerdict {
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
  readonly error?: string;
}

/** One question as text that is checked. */
export interface Probe {
  /** The names that the expected text refers to. */
  readonly names: readonly ProbedName[];
  /** The places that every answer needs; others are asked for when it comes to that. */
  readonly offsets: readonly number[];
  /** Whether there is anything under the name that is asked about. */
  isThere(reading: ProbeReading): boolean;
  verdict(reading: ProbeReading): ProbeVerdict;
}
