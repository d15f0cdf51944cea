import type { Forge, LineComment } from '../../../../src/pipeline/forge/forge.ts';
import type { GitUser } from '../../../workspace/support/git-user.ts';

/** Never aborted. */
export const signal = new AbortController().signal;

/** A forge with one repository, and the people who use it. The repository has the branch `main` with one commit. */
export interface ForgeScene extends AsyncDisposable {
  readonly forge: Forge;
  /** The local repository that Holdfast works in. `main` is checked out. */
  readonly user: GitUser;
  readonly people: People;
}

/** What people do on a forge without Holdfast. The author is `reviewer`, who may write, unless another is named. */
export interface People {
  createItem(title: string, labels: readonly string[], body?: string): Promise<string>;
  addLabel(id: string, label: string): Promise<void>;
  comment(id: string, body: string, author?: string): Promise<string>;
  editComment(comment: string, body: string): Promise<void>;
  review(
    number: number,
    verdict: 'approved' | 'changes-requested' | 'commented',
    body: string,
    comments?: readonly LineComment[],
    author?: string,
  ): Promise<void>;
  dismissReview(number: number, review: string): Promise<void>;
  /** Merges a pull request. A squash uses a message of the person's own. */
  merge(number: number, kind: 'merge' | 'squash'): Promise<void>;
  deleteBranch(name: string): Promise<void>;
  /** Works with git on the branches of the forge. `main` is checked out. All branches are on the forge afterwards. */
  useGit(work: (git: GitUser) => Promise<void>): Promise<void>;
  /** The sub-items that the forge shows below an item. */
  listSubItems(parent: string): Promise<readonly string[]>;
}

/** Creates a commit on top of another without a checkout, as the pipeline does. */
export async function createCommit(
  user: GitUser,
  parent: string,
  files: Readonly<Record<string, string>>,
  message = 'change',
): Promise<string> {
  await user.git('worktree', 'add', '-q', '--detach', '../scratch', parent);
  const scratch = user.in('../scratch');
  try {
    for (const [file, text] of Object.entries(files)) await scratch.write(file, text);
    return await scratch.commit(message);
  } finally {
    await user.git('worktree', 'remove', '--force', '../scratch');
  }
}
