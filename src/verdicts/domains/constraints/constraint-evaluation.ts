import type { ConstraintFinding } from './constraint-finding.ts';

/** Something that was not compared, and why. */
export interface ConstraintNote {
  /**
   * `missing-domain`: no service of an owner is there. `missing-value`: no artifact has a value that is needed.
   * `not-defined`: the registry does not define what an artifact names.
   */
  readonly reason: 'missing-domain' | 'missing-value' | 'not-defined';
  readonly interface: string;
  /** The parameter, message or constraint; absent if the note is about the whole interface. */
  readonly parameter?: string | undefined;
  /** The domain that is missing, or whose artifact names something that is not defined. */
  readonly domain?: string | undefined;
  /** A sentence for people. */
  readonly message: string;
}

/** A value or a computed constraint that was compared with the registry. */
export interface ComparedPart {
  readonly interface: string;
  readonly parameter: string;
  /** The domains whose values were compared. */
  readonly domains: readonly string[];
  /** Of a computed constraint: what was expected, for example `at most 0.5 (max_bus_load)`, and the computed value. */
  readonly computed?: { readonly title: string; readonly expected: string; readonly actual: string } | undefined;
}

/** The result of comparing values with the registry. */
export interface ConstraintEvaluation {
  /** Blocking ones first, then by interface and parameter. */
  readonly findings: readonly ConstraintFinding[];
  readonly notes: readonly ConstraintNote[];
  readonly compared: readonly ComparedPart[];
}
