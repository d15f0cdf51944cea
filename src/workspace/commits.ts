/** Commits, and what is checked out. */
import { GitError } from './git.ts';
import type { Git } from './git.ts';

/** The commit that is checked out, or undefined where the branch has none yet. */
export async function headCommit(git: Git, signal?: AbortSignal): Promise<string | undefined> {
  const commit = await git.text(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    what: 'read HEAD',
    answers: [1],
    signal,
  });
  return commit === '' ? undefined : commit;
}

/** The branch that HEAD names, or `HEAD` where it is detached. */
export async function currentRef(git: Git, signal?: AbortSignal): Promise<string> {
  const ref = await git.text(['symbolic-ref', '--quiet', 'HEAD'], { what: 'read HEAD', answers: [1], signal });
  return ref === '' ? 'HEAD' : ref;
}

export interface CommitInput {
  readonly tree: string;
  readonly parent: string | undefined;
  readonly message: string;
  readonly signal?: AbortSignal;
}

/** Writes a commit as whoever git says, and under a name of our own where it does not know. */
export async function commitTree(git: Git, input: CommitInput): Promise<{ commit: string; notes: string[] }> {
  const parent = input.parent === undefined ? [] : ['-p', input.parent];
  const arguments_ = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', input.tree, ...parent, '-F', '-'];
  const call = { what: 'write the commit', input: `${input.message.trimEnd()}\n`, signal: input.signal };
  try {
    return { commit: await git.text(arguments_, call), notes: [] };
  } catch (thrown) {
    if (!(thrown instanceof GitError) || !/ident|user\.(name|email)|who you are/i.test(thrown.stderr)) throw thrown;
  }
  const [name, email] = ['Holdfast', 'holdfast@localhost'];
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  return {
    commit: await git.text(arguments_, { ...call, env }),
    notes: ['Committed as "Holdfast", for git has no user.name and user.email here.'],
  };
}
