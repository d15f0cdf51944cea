import type { InterfaceEvaluation } from '../../checks/interfaces/interface-evaluation.ts';
import { evaluateTree, type TreeEvaluation } from '../constraints/evaluate-tree.ts';
import { requireRegistry } from '../registry/read-registry.ts';
import type { InterfaceRegistry, RegisteredInterface } from '../registry/registry.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import { openTreeDomains, type DomainContext, type TreeWithTerms } from './tree-domains.ts';

export interface EvaluatedInterfaces extends TreeEvaluation {
  readonly registry: InterfaceRegistry;
  /** The number of declared services. */
  readonly services: number;
}

/**
 * Starts the declared services, extracts the values of a tree, and compares them with the definitions.
 *
 * @param files the changed files: the services that are primary for one of them must be available
 * @throws HoldfastError `configuration` if a definition or a declaration has errors, `untrusted` in a restricted workspace
 */
export async function evaluateInterfaces(
  context: DomainContext,
  tree: TreeWithTerms,
  files: readonly string[],
): Promise<EvaluatedInterfaces> {
  const registry = await requireRegistry(tree.terms ?? new DiskTree(tree.folder));
  await using domains = await openTreeDomains(context, tree);
  const evaluation = await evaluateTree(registry, domains, files);
  return { ...evaluation, registry, services: domains.declarations.services.length };
}

/** The result for `interface_constraint` checks, as plain data: it can be sent to the thread of the analysis. */
export function toInterfaceEvaluation(evaluated: EvaluatedInterfaces): InterfaceEvaluation {
  const definitions = [...evaluated.registry.interfaces.values()];
  const absences = definitions.flatMap(({ id, owners }) =>
    evaluated.absences
      .filter(({ domain }) => owners.includes(domain))
      .map(({ domain, message }) => ({ interface: id, domain, message })),
  );
  return {
    definitions: definitions.map((one) => ({ id: one.id, owners: one.owners, parameters: namesOf(one) })),
    findings: evaluated.findings,
    notes: [...absences, ...evaluated.notes],
    compared: evaluated.compared,
  };
}

function namesOf({ parameters, declaredMessages, constraints }: RegisteredInterface): readonly string[] {
  return ['version', ...parameters.keys(), ...declaredMessages.keys(), ...constraints.map(({ id }) => id)];
}
