import { HoldfastError } from '../../foundation/errors.ts';
import { GitError, type Git } from './git.ts';

/** A branch does not have the expected commit. Nothing was changed. */
export class BranchMovedError extends HoldfastError {
  /** The commit of the branch; undefined if it does not exist. */
  readonly current: string | undefined;

  constructor(name: string, expected: string | undefined, current: string | undefined) {
    super('conflict', `Failed to update the branch ${name}: ${describeMove(expected, current)}`, {
      hint: 'Another process or person changed the branch. Look at its commits before you try again.',
    });
    this.name = 'BranchMovedError';
    this.current = current;
  }
}

/** A branch is checked out, so it must not be moved: the files of that worktree would no longer match it. */
export class BranchCheckedOutError extends HoldfastError {
  /** The folder of the worktree. */
  readonly worktree: string;

  constructor(name: string, worktree: string) {
    super('conflict', `Failed to update the branch ${name}: it is checked out in ${worktree}`, {
      hint: `Switch that worktree to another branch, for example with "git -C ${worktree} switch --detach", and try again.`,
    });
    this.name = 'BranchCheckedOutError';
    this.worktree = worktree;
  }
}

/** Git cannot create a branch because the name of another branch is a folder of its name, or the other way around. */
export class BranchNameTakenError extends HoldfastError {
  constructor(name: string, other: string) {
    super('conflict', `Failed to create the branch ${name}: git cannot store it next to the branch ${other}`, {
      hint: `Rename the other branch, for example with "git branch -m ${other} ${other.replaceAll('/', '-')}-old", and try again.`,
    });
    this.name = 'BranchNameTakenError';
  }
}

export interface BranchSwap {
  readonly name: string;
  readonly commit: string;
  /** The commit that the branch must have; undefined if it must not exist. */
  readonly expected: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The commit at the tip of a branch; undefined if there is no such branch. */
export async function readBranch(git: Git, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const commit = await git.text(['rev-parse', '--verify', '--quiet', `${toRef(name)}^{commit}`], {
    action: `read the branch ${name}`,
    acceptedExitCodes: [1],
    signal,
  });
  return commit === '' ? undefined : commit;
}

/** The commits at the tips of several branches, read by one call of git. A branch that does not exist is absent. */
export async function readBranches(
  git: Git,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const output = await git.text(['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    action: `read the branches ${names.join(', ')}`,
    input: names.map((name) => `${toRef(name)}^{commit}\n`).join(''),
    signal,
  });
  const lines = output.split('\n');
  return new Map(
    names.flatMap((name, index) => {
      const [, commit] = /^([0-9a-f]+) commit$/.exec(lines[index] ?? '') ?? [];
      return commit === undefined ? [] : [[name, commit] as const];
    }),
  );
}

/**
 * Moves a branch by compare-and-swap. Does nothing if the branch already has the commit.
 *
 * @throws BranchMovedError if the branch has another commit than the expected one
 * @throws BranchCheckedOutError if any worktree of the repository has checked it out
 * @throws BranchNameTakenError if another branch excludes its name
 */
export async function swapBranch(git: Git, { name, commit, expected, signal }: BranchSwap): Promise<void> {
  const current = await readBranch(git, name, signal);
  if (current === commit) return;
  if (current !== expected) throw new BranchMovedError(name, expected, current);
  const worktree = (await listCheckedOutBranches(git, signal)).get(name);
  if (worktree !== undefined) throw new BranchCheckedOutError(name, worktree);
  const none = '0'.repeat(commit.length);
  try {
    await git.call(['update-ref', '--no-deref', '-m', 'holdfast: update', toRef(name), commit, expected ?? none], {
      action: `update the branch ${name}`,
      signal,
    });
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    const found = await readBranch(git, name, signal);
    if (found !== expected) throw new BranchMovedError(name, expected, found);
    const other = await findExcludingBranch(git, name, signal);
    if (other !== undefined) throw new BranchNameTakenError(name, other);
    throw thrown;
  }
}

/** A branch that is a folder of a name, as `a` is of `a/b`, or a branch that has the name as a folder. */
async function findExcludingBranch(git: Git, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const parts = name.split('/');
  const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
  for (const folder of folders) if ((await readBranch(git, folder, signal)) !== undefined) return folder;
  const below = await git.text(['for-each-ref', '--count=1', '--format=%(refname:lstrip=2)', `${toRef(name)}/`], {
    action: `list the branches below ${name}`,
    signal,
  });
  return below === '' ? undefined : below;
}

/** The branches that are checked out, each with the folder of its worktree. Includes branches without a commit. */
async function listCheckedOutBranches(git: Git, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const output = await git.text(['worktree', 'list', '--porcelain'], { action: 'list the worktrees', signal });
  const branches = new Map<string, string>();
  let worktree = '';
  for (const line of output.split('\n')) {
    if (line.startsWith('worktree ')) worktree = line.slice('worktree '.length);
    if (line.startsWith('branch refs/heads/')) branches.set(line.slice('branch refs/heads/'.length), worktree);
  }
  return branches;
}

function toRef(name: string): string {
  return `refs/heads/${name}`;
}

function describeMove(expected: string | undefined, current: string | undefined): string {
  if (current === undefined) return `it was deleted; ${expected ?? 'no commit'} was expected`;
  if (expected === undefined) return `it already exists, at ${current}`;
  return `it is at ${current} and not at ${expected}`;
}
