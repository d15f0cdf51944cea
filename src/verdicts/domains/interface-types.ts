import type { ConstraintNote, ComparedPart } from './constraints/constraint-evaluation.ts';
import type { ConstraintFinding } from './constraints/constraint-finding.ts';
import type { ServiceAbsence } from './constraints/evaluate-tree.ts';

export type { RegistryReading } from './registry/read-registry.ts';
export type { InterfaceDocument } from './registry/interface-document.ts';
export type { ConstraintFinding } from './constraints/constraint-finding.ts';

export interface InterfaceFindingsOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The comparison of the current files with the interface definitions. */
export interface InterfaceFindings {
  /** Each has the place of the definition, and of the artifact if there is one. Blocking ones first. */
  readonly findings: readonly ConstraintFinding[];
  /** What was not compared, and why. */
  readonly notes: readonly ConstraintNote[];
  readonly compared: readonly ComparedPart[];
  /** The declared services that did not take part. */
  readonly absences: readonly ServiceAbsence[];
  /** The number of declared services. Without one there are no values to compare. */
  readonly services: number;
}
