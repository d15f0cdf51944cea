import { HoldfastError } from '../../foundation/errors.ts';
import { Git } from '../git/git.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';

/** A commit that Holdfast makes of a tree. Equal values give the same commit. */
export interface NewCommit {
  /** A commit or tree of Holdfast's storage, with the content. */
  readonly content: string;
  /** Commits of the user's repository. */
  readonly parents: readonly string[];
  readonly message: string;
  /** The time of the author and the committer, as ISO 8601. */
  readonly at: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates a commit in the user's repository, with Holdfast as its author. No ref, index or file changes: the commit is
 * lost if no ref is set to it before git removes unreachable objects.
 *
 * @throws HoldfastError `git` without a git repository
 */
export async function createCommit(
  store: PrivateRepository,
  user: UserRepository | undefined,
  { content, parents, message, at, signal }: NewCommit,
): Promise<string> {
  if (user === undefined) {
    throw new HoldfastError('git', 'Failed to create a commit: the folder is in no git repository', {
      hint: 'Create one with "git init" and a first commit.',
    });
  }
  const call = { action: 'create the commit of a result', signal };
  const arguments_ = ['commit-tree', `${content}^{tree}`, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'];
  const commit = await store.git().text(arguments_, {
    ...call,
    input: `${message.trimEnd()}\n`,
    env: { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
  });
  const exclusions = parents.map((parent) => `^${parent}\n`).join('');
  const pack = await store.git().call(['pack-objects', '--revs', '--stdout', '-q'], {
    ...call,
    input: `${commit}\n${exclusions}`,
  });
  await new Git(user.topLevel).call(['unpack-objects', '-q'], { ...call, input: pack.stdout });
  return commit;
}
