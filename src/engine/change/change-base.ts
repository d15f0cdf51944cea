import { HoldfastError } from '../../shared/errors.ts';
import { Git } from '../../workspace/git/git.ts';
import type { RecordedBase } from '../api/change-types.ts';
import { findReviewBase } from '../review/review-base.ts';
import type { EngineServices } from '../services/engine-services.ts';

/** Records the current files as the base of a later judgement. Changes no file of the user. */
export async function recordBase(services: EngineServices, signal?: AbortSignal): Promise<RecordedBase> {
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
  services: EngineServices,
  revision: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | undefined> {
  const repository = await services.repository();
  if (repository.commits === undefined) {
    throw new HoldfastError('git', `Failed to find the change: ${repository.folder} is not in a git repository.`, {
      hint: 'A change is compared with a commit. Run "git init" and commit what it starts from.',
    });
  }
  const head = await repository.commits.head(signal);
  if (head === undefined) return undefined;
  try {
    const git = new Git(repository.folder);
    const configuration = await services.configuration();
    return (await findReviewBase(git, head, { base: revision, configuration, signal })).commit;
  } catch (thrown) {
    if (revision === undefined && thrown instanceof HoldfastError && thrown.code === 'git') return head;
    throw thrown;
  }
}
