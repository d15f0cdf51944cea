import { isSelected, type InterfaceSelection } from '../../checks/interfaces/interface-evaluation.ts';
import type { InterfaceRegistry } from '../registry/registry.ts';
import type { ConstraintEvaluation, ConstraintNote } from './constraint-evaluation.ts';
import type { ConstraintFinding } from './constraint-finding.ts';
import { InterfaceEvaluator } from './evaluate-interface.ts';
import type { Observation } from './observation.ts';

export interface ConstraintInput {
  readonly registry: InterfaceRegistry;
  /** What the services of the domains that are there extracted. An empty one shows that the domain is there. */
  readonly extractions: readonly Observation[];
  /** Limits the result. Computed constraints still use all values. */
  readonly only?: InterfaceSelection | undefined;
}

/**
 * Compares the values of artifacts with the registry: parameters, messages and computed constraints
 * [ASSERT-XVAL-001, ASSERT-XVAL-002, ASSERT-XVAL-006]. Works with the domains that are there; what needs another one is a
 * note [ASSERT-XVAL-005]. Deterministic, and without a model.
 */
export function evaluateConstraints({ registry, extractions, only = {} }: ConstraintInput): ConstraintEvaluation {
  const present = new Set(extractions.map(({ domain }) => domain));
  const evaluators = [...registry.interfaces.values()].map((definition) => {
    const missingOwners = definition.owners.filter((owner) => !present.has(owner));
    return { definition, missingOwners, evaluator: new InterfaceEvaluator(definition, extractions, missingOwners) };
  });
  const known = new Map(
    evaluators.map(({ definition, evaluator }) => [definition.id, evaluator.compareParameters()] as const),
  );
  const domainNotes: ConstraintNote[] = [];
  for (const { definition, missingOwners, evaluator } of evaluators) {
    evaluator.evaluateRest(registry, known);
    for (const owner of missingOwners) domainNotes.push(missingDomain(definition.id, owner));
  }
  const evaluations = evaluators.map(({ evaluator }) => evaluator);
  return {
    findings: evaluations
      .flatMap(({ findings }) => findings)
      .filter((finding) => isSelected(only, finding, finding.domain.split(', ')))
      .sort(compareFindings),
    notes: [
      ...undefinedInterfaces(registry, extractions),
      ...domainNotes,
      ...evaluations.flatMap(({ notes }) => notes),
    ].filter((note) => isSelected(only, note, note.domain === undefined ? undefined : [note.domain])),
    compared: evaluations.flatMap(({ compared }) => compared).filter((part) => isSelected(only, part, part.domains)),
  };
}

function missingDomain(id: string, owner: string): ConstraintNote {
  const message = `The values of ${owner} for the interface ${id} were not checked: there is no service for ${owner}.`;
  return { reason: 'missing-domain', interface: id, domain: owner, message };
}

/** A service that names an unknown interface would otherwise have values that nothing checks. */
function undefinedInterfaces(
  { interfaces }: InterfaceRegistry,
  extractions: readonly Observation[],
): readonly ConstraintNote[] {
  return extractions.flatMap(({ domain, interfaces: observed }) =>
    [...new Set(observed.map(({ id }) => id))]
      .filter((id) => !interfaces.has(id))
      .map((id): ConstraintNote => {
        const message = `The values of ${domain} for the interface ${id} were not checked: the registry does not define it.`;
        return { reason: 'not-defined', interface: id, domain, message };
      }),
  );
}

function compareFindings(left: ConstraintFinding, right: ConstraintFinding): number {
  const key = ({ severity, interface: id, parameter, artifact }: ConstraintFinding): string =>
    [severity, id, parameter, artifact?.artifact ?? '', String(artifact?.line ?? 0).padStart(9, '0')].join('\0');
  const [leftKey, rightKey] = [key(left), key(right)];
  return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0;
}
