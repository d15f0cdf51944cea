import { HoldfastError } from '../../foundation/errors.ts';
import type { ContractCheck, IndexCheckOptions } from '../check/check-types.ts';
import { checkDocument } from '../check/document-check.ts';
import type { ChangeServices } from './change-services.ts';
import { CommittedTree } from './committed-tree.ts';
import { CommitWorktrees } from '../check/checked-tree.ts';
import { readTerms } from './read-terms.ts';

/**
 * [AGENT-6] Checks contracts against exactly the index, in a worktree of it: its contracts, its gates, its configuration and
 * its files. A partially staged file counts with its staged content.
 *
 * @throws HoldfastError `git` without a git repository or with unmerged files, `not-found` if the index does not contain one
 * of the given contracts
 */
export async function checkIndex(
  services: ChangeServices,
  options: IndexCheckOptions,
  trusted: boolean,
): Promise<readonly ContractCheck[]> {
  const { contracts: files, indexFile, signal = new AbortController().signal } = options;
  await services.secrets.loaded();
  const repository = await services.repository();
  const snapshot = await repository.createIndexBase({ indexFile, signal });
  const terms = await readTerms(services, new CommittedTree({ repository, commit: snapshot.commit, signal }), {
    isBase: false,
  });
  const missing = files?.find((file) => !terms.contracts.some(({ document }) => document.file === file));
  if (missing !== undefined) {
    throw new HoldfastError('not-found', `Contract not found in the index: ${missing}`, {
      hint: 'Stage it with "git add", or check the files on disk without --staged.',
    });
  }
  const { configuration, configurationText } = terms;
  await using worktrees = new CommitWorktrees(services, repository, configuration, signal);
  const checks: ContractCheck[] = [];
  for (const { document, sharedGates } of terms.contracts) {
    if (files !== undefined && !files.includes(document.file)) continue;
    const tree = await worktrees.open(snapshot.commit);
    const of = { snapshot, sharedGates, configuration, configurationText, tree };
    checks.push(await checkDocument(services, document, { ...options, signal, trusted, of }));
  }
  return checks;
}
