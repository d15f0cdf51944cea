import type { TypeKind, TypeView } from '../engines/type-engine.ts';
import type { ProbedName } from './probe-text.ts';

/** The types that the type checker resolved in a file with probes. */
export interface ProbeReading {
  readonly view: TypeView;
  /** Absolute path of the file that contains the probes. */
  readonly file: string;
  kind(offset: number): TypeKind;
}

/** The result of a probe. */
export interface ProbeVerdict {
  readonly passed: boolean;
  readonly expected: string;
  readonly actual?: string | undefined;
  /** The whole signature that the code has, as the type checker prints it. Present if it is not the expected one. */
  readonly signature?: string | undefined;
  readonly error?: string | undefined;
}

/** One query, expressed as type aliases in a probe text. */
export interface Probe {
  /** The names that the expected text refers to. */
  readonly names: readonly ProbedName[];
  /** The offsets whose types every verdict needs. Other types are read on demand. */
  readonly offsets: readonly number[];
  /** Whether the queried name exists. */
  exists(reading: ProbeReading): boolean;
  verdict(reading: ProbeReading): ProbeVerdict;
}
