import { HOLDOUT_FILES, DOMAINS_FILE, INTERFACES_FOLDER } from '../../workspace/configuration/shared-files.ts';
import { checkServiceVersions } from '../../verdicts/domains/constraints/service-versions.ts';
import { requireDomainDeclarations } from '../../verdicts/domains/declarations/domains-document.ts';
import { requireRegistry } from '../../verdicts/domains/registry/read-registry.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import { openTreeDomains, type DomainContext } from '../../verdicts/domains/trees/tree-domains.ts';

/**
 * Checks the interface registry and the declarations of domain services in a commit: their form, references and conflicts
 * [ASSERT-XDOM-001].
 *
 * @throws HoldfastError `configuration` whose details name the file and the line of each error [ASSERT-XDOM-002]
 */
export async function requireInterfaceFiles(tree: Pick<SourceTree, 'listFiles' | 'readText'>): Promise<void> {
  await requireRegistry(tree);
  requireDomainDeclarations(await tree.readText(DOMAINS_FILE));
}

/**
 * Checks that the declared services understand the versions of the registry in a commit. A service that is not available is
 * not an error here: what needs it fails.
 *
 * @throws HoldfastError `configuration` whose details name each definition [ASSERT-XDOM-003]
 */
export async function requireServiceVersions(
  context: Omit<DomainContext, 'repository'> & { readonly repository: Repository },
  commit: string,
  signal: AbortSignal,
): Promise<void> {
  const { repository } = context;
  const files = await repository.listFiles(commit, signal);
  const isDeclared = files.includes(DOMAINS_FILE) && files.some((file) => file.startsWith(`${INTERFACES_FOLDER}/`));
  if (!isDeclared) return;
  await using worktree = await repository.openWorktree(commit, { without: HOLDOUT_FILES, signal });
  const registry = await requireRegistry(worktree.tree);
  const { root } = worktree;
  await using domains = await openTreeDomains(context, { folder: root, root, commit, signal });
  const { services } = await domains.facts();
  const mismatches = checkServiceVersions(registry, services);
  if (mismatches.length === 0) return;
  const details = mismatches.map(({ message, definition: { file, line } }) => ({ message, file, line }));
  throw new HoldfastError(
    'configuration',
    `Failed to start a stage: ${formatCount(details.length, 'interface version')} of the registry is not understood\n${details
      .map(({ file, line, message }) => `${file}:${line}: ${message}`)
      .join('\n')}`,
    { hint: 'Update the service, or the definition on the base branch.', details },
  );
}
