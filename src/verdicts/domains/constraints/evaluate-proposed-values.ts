import type { Quantity } from '../extraction/extracted-interfaces.ts';
import type { InterfaceRegistry } from '../registry/registry.ts';
import type { ConstraintEvaluation } from './constraint-evaluation.ts';
import { evaluateConstraints } from './evaluate-constraints.ts';
import type { Observation, ObservedInterface } from './observation.ts';

/** The domain of proposed values in findings. */
export const PROPOSAL_DOMAIN = 'specification';

/** The values that a specification proposes for an interface of the registry. */
export interface InterfaceProposal {
  /** The id of the interface in the registry. */
  readonly interface: string;
  readonly parameters: readonly (Quantity & { readonly name: string })[];
  readonly messages: readonly { readonly name: string; readonly properties: Readonly<Record<string, Quantity>> }[];
}

/**
 * Compares proposed values with the registry before anything is implemented [ASSERT-XVAL-004]. A proposed value takes the
 * place of what the artifacts have for the same parameter or message, and the other messages of the artifacts count too:
 * a message that is added to a bus adds to its load.
 *
 * @param existing what the artifacts of the base have; omit it if there is no service
 */
export function evaluateProposedValues(
  registry: InterfaceRegistry,
  proposals: readonly InterfaceProposal[],
  existing: readonly Observation[] = [],
): ConstraintEvaluation {
  const proposed = proposals.map(({ interface: id, parameters, messages }): ObservedInterface => ({
    id,
    values: parameters.map(({ name, ...quantity }) => ({ ...quantity, parameter: name })),
    messages,
  }));
  const evaluation = evaluateConstraints({
    registry,
    extractions: [
      { domain: PROPOSAL_DOMAIN, interfaces: proposed },
      ...existing.map((one) => withoutProposed(one, proposed)),
    ],
  });
  // What the artifacts violate already is not a mistake of the proposal.
  const ids = new Set(proposals.map((proposal) => proposal.interface));
  const isProposed = (domains: readonly string[]): boolean => domains.includes(PROPOSAL_DOMAIN);
  return {
    findings: evaluation.findings.filter(({ domain }) => isProposed(domain.split(', '))),
    notes: evaluation.notes.filter((note) => ids.has(note.interface) && note.reason !== 'missing-domain'),
    compared: evaluation.compared.filter(({ domains }) => isProposed(domains)),
  };
}

function withoutProposed(observation: Observation, proposed: readonly ObservedInterface[]): Observation {
  const interfaces = observation.interfaces.map((one) => {
    const same = proposed.filter(({ id }) => id === one.id);
    const parameters = new Set(same.flatMap(({ values }) => values.map(({ parameter }) => parameter)));
    const messages = new Set(same.flatMap((other) => other.messages.map(({ name }) => name)));
    return {
      ...one,
      values: one.values.filter(({ parameter }) => !parameters.has(parameter)),
      messages: one.messages.filter(({ name }) => !messages.has(name)),
    };
  });
  return { ...observation, interfaces };
}
