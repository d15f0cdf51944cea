import { INTERFACES_FOLDER } from '../../workspace/configuration/shared-files.ts';
import type { Observation } from '../../verdicts/domains/constraints/observation.ts';
import { createInterfaceQueries } from '../../verdicts/domains/registry/interface-queries.ts';
import { evaluateTree } from '../../verdicts/domains/constraints/evaluate-tree.ts';
import { requireRegistry } from '../../verdicts/domains/registry/read-registry.ts';
import type { ConstraintReport } from '../../verdicts/review/review-input.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import { openTreeDomains, type DomainContext, type TreeWithTerms } from '../../verdicts/domains/trees/tree-domains.ts';

/**
 * Compares the artifacts of a tree with the registry of its terms [ASSERT-XVAL-001]. A secondary service that is not available
 * is a warning [ASSERT-EXT-002].
 *
 * @param changedFiles the services that are primary for one of them must be available
 * @throws HoldfastError `configuration` if the registry or the declarations have errors
 * @throws DomainServiceError if a primary service is not available or wrong [ASSERT-EXT-001]
 */
export async function evaluateChangeConstraints(
  context: DomainContext,
  tree: TreeWithTerms,
  changedFiles: readonly string[],
): Promise<ConstraintReport> {
  const registry = await requireRegistry(tree.terms ?? new DiskTree(tree.folder));
  if (registry.interfaces.size === 0) {
    return { findings: [], warnings: [], note: `There is no interface registry (${INTERFACES_FOLDER}).` };
  }
  await using domains = await openTreeDomains(context, tree);
  if (domains.declarations.services.length === 0) {
    return { findings: [], warnings: [], note: 'No domain service is declared, so no values could be compared.' };
  }
  const { findings, notes, absences } = await evaluateTree(registry, domains, changedFiles);
  return { findings, warnings: [...absences, ...notes].map(({ message }) => message) };
}

/** The values that the artifacts of a tree have, as far as their services are there. */
export async function observeTree(context: DomainContext, tree: TreeWithTerms): Promise<readonly Observation[]> {
  const registry = await requireRegistry(tree.terms ?? new DiskTree(tree.folder));
  await using domains = await openTreeDomains(context, tree);
  return (await domains.extractInterfaces(createInterfaceQueries(registry))).extractions;
}
