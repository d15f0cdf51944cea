import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { CONFIGURATION_FILE } from '../../workspace/configuration/settings.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { readCommittedText } from '../../workspace/files/committed-text.ts';
import { Git } from '../../workspace/git/git.ts';
import type { RecordedBase } from './change-types.ts';
import { findReviewBase } from '../review/review-base.ts';
import type { FolderServices } from '../services/folder-services.ts';
import type { Repository } from '../../workspace/repository.ts';

/** Records the current files as the base of a later judgement. Changes no file of the user. */
export async function recordBase(
  services: Pick<FolderServices, 'configurationOf' | 'repository'>,
  signal?: AbortSignal,
): Promise<RecordedBase> {
  const repository = await services.repository();
  const { commit, leftOut } = await repository.createBase({ signal });
  return { commit, leftOut, head: await repository.commits?.head(signal) };
}

/**
 * The commit that a change starts from if no base was recorded: the merge base of HEAD with a revision. Without a revision, the
 * merge base with the default branch, or HEAD if there is none. `undefined` before the first commit.
 *
 * @throws HoldfastError `git` without a git repository, if the revision does not exist or has no common ancestor with HEAD
 */
export async function findChangeBase(
  services: Pick<FolderServices, 'configurationOf' | 'repository'>,
  revision: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | undefined> {
  const repository = await services.repository();
  if (repository.commits === undefined) throw createMissingCommits(repository);
  const head = await repository.commits.head(signal);
  if (head === undefined) return undefined;
  try {
    const git = new Git(repository.folder);
    // The configuration only names the default branch.
    const configuration =
      revision === undefined
        ? await readCommittedConfiguration(services, repository.folder, head, signal)
        : await services.configurationOf(undefined);
    const { commit } = await findReviewBase(git, head, { base: revision, configuration, signal });
    if (repository.isPartialClone) await requireFiles(git, commit, signal);
    return commit;
  } catch (thrown) {
    if (revision === undefined && thrown instanceof HoldfastError && thrown.code === 'git') return head;
    throw thrown;
  }
}

/** The error about the change of a folder without git. */
export function createMissingCommits({ folder }: Pick<Repository, 'folder'>): HoldfastError {
  return new HoldfastError('git', `Failed to find the change: ${folder} is not in a git repository.`, {
    hint: 'A change is compared with a commit. Run "git init" and commit what it starts from.',
  });
}

/** The configuration of a commit: the one on disk is part of the change. The defaults apply if it has errors. */
async function readCommittedConfiguration(
  services: Pick<FolderServices, 'configurationOf' | 'repository'>,
  folder: string,
  commit: string,
  signal: AbortSignal,
): Promise<Configuration> {
  const file = await readCommittedText(folder, commit, CONFIGURATION_FILE, signal);
  try {
    return await services.configurationOf(file?.text);
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown.code !== 'configuration') throw thrown;
    return services.configurationOf(undefined);
  }
}

/**
 * Requires that a partial clone has the files of a commit. git would fetch them, which a check must not do.
 *
 * @throws HoldfastError `git` if it lacks some
 */
async function requireFiles(git: Git, commit: string, signal: AbortSignal): Promise<void> {
  const list = ['rev-list', '--objects', '--no-object-names', '--missing=print', '--no-walk', commit];
  const objects = await git.text(list, { action: 'read the commit that the change is compared with', signal });
  if (!/^\?/m.test(objects)) return;
  throw new HoldfastError('git', `Failed to find the change: this clone is partial and lacks files of ${commit}.`, {
    hint: 'Fetch them with "git fetch --refetch --no-filter origin". In CI, clone without a filter: actions/checkout sets one for "filter" and for "sparse-checkout".',
  });
}
