import { HoldfastError } from '../../foundation/errors.ts';
import { Git } from '../../workspace/git/git.ts';

/** What started a workflow, as far as the base of the change depends on it. */
export type WorkflowEvent =
  | {
      readonly kind: 'pull-request';
      /** The tip of the base branch. */
      readonly base: string;
      /** The tip of the branch of the pull request. */
      readonly head: string;
    }
  | { readonly kind: 'merge-group'; readonly parent: string }
  | {
      readonly kind: 'other';
      /** The commit before a push. */
      readonly before: string | undefined;
      readonly branch: string | undefined;
      readonly defaultBranch: string | undefined;
    };

/**
 * [CHANGE-7] The revision that the change of a workflow starts from; `undefined` if there is none, as for a run on the default
 * branch that no push has started.
 *
 * @throws HoldfastError `git` if the checkout is not the change of the event: a verdict about it would be one about nothing
 */
export async function findEventBase(
  folder: string,
  event: WorkflowEvent,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const repository = new EventRepository(new Git(folder), signal);
  switch (event.kind) {
    case 'pull-request':
      return findPullRequestBase(repository, event);
    case 'merge-group':
      // A merge queue tests each entry on top of those before it, which have their own checks.
      if (await repository.isContained('HEAD', event.parent)) throw createNothingError(event.parent);
      return event.parent;
    case 'other':
      return findOtherBase(repository, event);
  }
}

/** The checkout is the head of the pull request, a commit on top of it, or the merge that GitHub makes for it. */
async function findPullRequestBase(
  repository: EventRepository,
  { base, head }: Extract<WorkflowEvent, { kind: 'pull-request' }>,
): Promise<string> {
  const [first, second] = await repository.parents();
  if (second === head && first !== undefined) return first;
  if (!(await repository.isContained(head, 'HEAD'))) {
    throw new HoldfastError(
      'git',
      `Failed to judge the pull request: the checkout does not contain its head ${head}.`,
      {
        hint: 'Let the workflow check out the pull request: with "pull_request", actions/checkout does it without "ref". With "pull_request_target" it checks out the base, unless "ref" names the head.',
      },
    );
  }
  if (await repository.isContained('HEAD', base)) throw createNothingError(base);
  return base;
}

async function findOtherBase(
  repository: EventRepository,
  { before, branch, defaultBranch }: Extract<WorkflowEvent, { kind: 'other' }>,
): Promise<string | undefined> {
  // The first push of a branch has no commit before it, and a forced push can remove it. If a shallow clone lacks it, the
  // check says how to fetch it.
  if (before !== undefined && /[^0]/.test(before)) {
    const isUsable = (await repository.exists(before))
      ? !(await repository.isContained('HEAD', before))
      : await repository.isShallow();
    if (isUsable) return before;
  }
  return defaultBranch === undefined || defaultBranch === branch ? undefined : `origin/${defaultBranch}`;
}

function createNothingError(base: string): HoldfastError {
  return new HoldfastError('git', `Failed to judge the change: its base ${base} contains the checked-out commit.`, {
    hint: 'There is no commit to judge. Check out the change, or set "since" to the commit that it starts from.',
  });
}

/** What the events need to know about the repository of the checkout. */
class EventRepository {
  readonly #git: Git;
  readonly #signal: AbortSignal | undefined;

  constructor(git: Git, signal: AbortSignal | undefined) {
    this.#git = git;
    this.#signal = signal;
  }

  /** The parents of HEAD, as its commit names them: a shallow clone need not have them. */
  async parents(): Promise<readonly string[]> {
    const text = await this.#git.text(['cat-file', 'commit', 'HEAD'], { action: 'read HEAD', signal: this.#signal });
    const [header = ''] = text.split('\n\n');
    return [...header.matchAll(/^parent (\w+)$/gm)].map(([, parent = '']) => parent);
  }

  exists(revision: string): Promise<boolean> {
    return this.#holds(['cat-file', '-e', `${revision}^{commit}`], 'look for a commit', [1, 128]);
  }

  /** Whether a commit is another one or before it. A commit that the clone lacks is not. */
  async isContained(commit: string, other: string): Promise<boolean> {
    if (!(await this.exists(commit)) || !(await this.exists(other))) return false;
    return this.#holds(['merge-base', '--is-ancestor', commit, other], 'compare two commits', [1]);
  }

  async isShallow(): Promise<boolean> {
    const answer = await this.#git.text(['rev-parse', '--is-shallow-repository'], {
      action: 'read the repository',
      signal: this.#signal,
    });
    return answer === 'true';
  }

  async #holds(arguments_: readonly string[], action: string, acceptedExitCodes: readonly number[]): Promise<boolean> {
    return (await this.#git.call(arguments_, { action, acceptedExitCodes, signal: this.#signal })).exitCode === 0;
  }
}
