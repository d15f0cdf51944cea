import { GitError } from './git.ts';
import type { Git } from './git.ts';

/** Reads the commit of HEAD; `undefined` if the branch has no commit yet. */
export async function readHeadCommit(git: Git, signal?: AbortSignal): Promise<string | undefined> {
  const commit = await git.text(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    action: 'read HEAD',
    acceptedExitCodes: [1],
    signal,
  });
  return commit === '' ? undefined : commit;
}

/** Reads the full name of the branch that HEAD refers to; `HEAD` if it is detached. */
export async function readHeadRef(git: Git, signal?: AbortSignal): Promise<string> {
  const ref = await git.text(['symbolic-ref', '--quiet', 'HEAD'], {
    action: 'read HEAD',
    acceptedExitCodes: [1],
    signal,
  });
  return ref === '' ? 'HEAD' : ref;
}

/** What HEAD refers to. */
export interface HeadState {
  /** Undefined if the branch has no commit yet. */
  readonly commit: string | undefined;
  /** The full name of the branch; `HEAD` if it is detached. */
  readonly ref: string;
}

/** The name of the branch that HEAD refers to; undefined if it is detached. */
export function branchOf({ ref }: HeadState): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}

/** Reads the commit and the branch of HEAD, by one process where that is possible. */
export async function readHead(git: Git, signal?: AbortSignal): Promise<HeadState> {
  const output = await git.text(['rev-parse', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'], {
    action: 'read HEAD',
    acceptedExitCodes: [128],
    signal,
  });
  const [, commit, ref] = /^([0-9a-f]+)\n(\S+)$/.exec(output) ?? [];
  if (commit !== undefined && ref !== undefined) return { commit, ref };
  // The branch has no commit, a branch or tag has the name HEAD, or git fails. These calls tell them apart.
  const [readCommit, readRef] = await Promise.all([readHeadCommit(git, signal), readHeadRef(git, signal)]);
  return { commit: readCommit, ref: readRef };
}

export interface CommitInput {
  readonly tree: string;
  readonly parent: string | undefined;
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

/** Creates a commit object with the user's configured git identity, or as "Holdfast" if there is none. */
export async function commitTree(git: Git, input: CommitInput): Promise<{ commit: string; notes: string[] }> {
  const parent = input.parent === undefined ? [] : ['-p', input.parent];
  const arguments_ = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', input.tree, ...parent, '-F', '-'];
  const call = { action: 'create the commit', input: `${input.message.trimEnd()}\n`, signal: input.signal };
  try {
    return { commit: await git.text(arguments_, call), notes: [] };
  } catch (thrown) {
    if (!(thrown instanceof GitError) || (await hasIdentity(git, input.signal))) throw thrown;
  }
  const [name, email] = ['Holdfast', 'holdfast@localhost'];
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  return {
    commit: await git.text(arguments_, { ...call, env }),
    notes: ['Committed as "Holdfast" because user.name and user.email are not set in git.'],
  };
}

/** Whether git knows the name and email of the author and the committer. */
async function hasIdentity(git: Git, signal: AbortSignal | undefined): Promise<boolean> {
  for (const variable of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const { exitCode } = await git.call(['var', variable], {
      action: 'read the git identity',
      acceptedExitCodes: [1, 128],
      signal,
    });
    if (exitCode !== 0) return false;
  }
  return true;
}
