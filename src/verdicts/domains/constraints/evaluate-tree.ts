import type { DomainExtraction } from '../extraction/extracted-interfaces.ts';
import { createInterfaceQueries, type RegistryQuery } from '../registry/interface-queries.ts';
import type { InterfaceRegistry } from '../registry/registry.ts';
import type { ConstraintEvaluation } from './constraint-evaluation.ts';
import type { ConstraintFinding } from './constraint-finding.ts';
import { evaluateConstraints } from './evaluate-constraints.ts';
import { checkServiceVersions, type ServiceVersions } from './service-versions.ts';

/** The domain services of a tree, as far as constraints need them. `DomainServices` provides it. */
export interface ExtractionServices {
  /** The versions that each service understands. */
  facts(files?: readonly string[]): Promise<{
    readonly services: readonly ServiceVersions[];
    readonly warnings: readonly ServiceAbsence[];
  }>;
  /** @param files the changed files: the services that are primary for one of them must be there */
  extractInterfaces(
    interfaces: readonly RegistryQuery[],
    files?: readonly string[],
  ): Promise<{ readonly extractions: readonly DomainExtraction[]; readonly warnings: readonly ServiceAbsence[] }>;
}

/** A service that did not take part, and why. */
export interface ServiceAbsence {
  readonly domain: string;
  readonly message: string;
}

/** The result for a tree. Its findings include the versions that a service does not understand. */
export interface TreeEvaluation extends ConstraintEvaluation {
  readonly extractions: readonly DomainExtraction[];
  /** The services that did not take part [ASSERT-EXT-002]. */
  readonly absences: readonly ServiceAbsence[];
}

/**
 * Extracts the values of a tree and compares them with its registry. A service that does not understand the version of an
 * interface is a blocking finding, and its values for that interface are not used [ASSERT-XDOM-003].
 *
 * @param files the changed files
 */
export async function evaluateTree(
  registry: InterfaceRegistry,
  services: ExtractionServices,
  files?: readonly string[],
): Promise<TreeEvaluation> {
  const facts = await services.facts(files);
  const mismatches = checkServiceVersions(registry, facts.services);
  const { extractions, warnings } = await services.extractInterfaces(createInterfaceQueries(registry), files);
  const usable = extractions.map((one) => withoutMismatched(one, mismatches));
  const evaluation = evaluateConstraints({ registry, extractions: usable });
  return {
    ...evaluation,
    findings: [...mismatches, ...evaluation.findings],
    extractions,
    absences: withoutRepetitions([...facts.warnings, ...warnings]),
  };
}

function withoutMismatched(extraction: DomainExtraction, mismatches: readonly ConstraintFinding[]): DomainExtraction {
  const { domain, interfaces } = extraction;
  const ids = new Set(mismatches.filter((one) => one.domain === domain).map((one) => one.interface));
  return { domain, interfaces: interfaces.filter(({ id }) => !ids.has(id)) };
}

function withoutRepetitions(absences: readonly ServiceAbsence[]): readonly ServiceAbsence[] {
  return absences.filter(({ domain }, index) => absences.findIndex((one) => one.domain === domain) === index);
}
