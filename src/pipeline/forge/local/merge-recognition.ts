import { readTrailers } from '../../../workspace/git/chunk-trailers.ts';
import type { ChunkTrailer } from '../../../workspace/git/chunk-trailers.ts';
import { splitFields, type Git, type GitResult } from '../../../workspace/git/git.ts';

/** Recognises merges that people made with git. */

interface Change {
  /** The head commit of the pull request. */
  readonly head: string;
  /** The commit at the tip of the base branch. */
  readonly baseTip: string;
}

/** The largest number of commits of the base branch that are compared with the change. */
const MAX_COMMITS = 1_000;
const MAX_PATCH_BYTES = 64 * 1024 * 1024;

export type BranchVerdict =
  { readonly kind: 'merged'; readonly commit: string } | { readonly kind: 'emptied' | 'open' };

export interface BranchChange {
  /** The head commit of the pull request. */
  readonly head: string;
  /** The head commit that was seen last. */
  readonly recordedHead: string;
  /** The commit at the tip of the base branch; undefined if the branch does not exist. */
  readonly baseTip: string | undefined;
}

/**
 * Whether the branch of a pull request was merged. `emptied`: a person moved it to a commit that the base branch has already,
 * although the base branch does not have the change. The verdict depends on the commits only.
 */
export async function judgeBranch(git: Git, branch: BranchChange, signal: AbortSignal): Promise<BranchVerdict> {
  const { head, recordedHead, baseTip } = branch;
  if (baseTip === undefined) return { kind: 'open' };
  const merge = await findMerge(git, { head, baseTip }, signal);
  if (merge === undefined) return { kind: 'open' };
  if (head === recordedHead) return { kind: 'merged', commit: merge };
  const earlier = await findMerge(git, { head: recordedHead, baseTip }, signal);
  const isContained = await isAncestor(git, head, baseTip, signal);
  return isContained && earlier === undefined ? { kind: 'emptied' } : { kind: 'merged', commit: merge };
}

async function isAncestor(git: Git, commit: string, of: string, signal: AbortSignal): Promise<boolean> {
  const { exitCode } = await git.call(['merge-base', '--is-ancestor', commit, of], {
    action: 'compare the branches',
    acceptedExitCodes: [1],
    signal,
  });
  return exitCode === 0;
}

/**
 * The commit of the base branch with which a change was merged; undefined if it was not merged. A merge commit and a
 * fast-forward are recognised by ancestry. A squash is recognised if its message names the head commit or contains all
 * trailers of the change, or if it is exactly the same change.
 */
export async function findMerge(git: Git, change: Change, signal: AbortSignal): Promise<string | undefined> {
  const { head, baseTip } = change;
  const fork = await git.text(['merge-base', head, baseTip], {
    action: 'compare the branches',
    acceptedExitCodes: [1],
    signal,
  });
  if (fork === head) return findMergeCommit(git, change, signal);
  if (fork === '' || fork === baseTip) return undefined;
  const messages = await readMessages(git, `${fork}..${baseTip}`, signal);
  const trailers = (await readMessages(git, `${fork}..${head}`, signal)).flatMap(({ message }) =>
    readTrailers(message),
  );
  const named = messages.find(({ message }) => isSquashOf(message, head) || containsAll(message, trailers));
  if (named !== undefined) return named.commit;
  return findSamePatch(git, { fork, head, commits: messages.map(({ commit }) => commit) }, signal);
}

/** The oldest commit in the first-parent line of the base branch that contains the head. */
async function findMergeCommit(git: Git, { head, baseTip }: Change, signal: AbortSignal): Promise<string> {
  const output = await git.text(
    ['rev-list', '--first-parent', '--ancestry-path', '--reverse', '--parents', `${head}..${baseTip}`, '--'],
    { action: 'find the merge', signal },
  );
  const [commit, parent] = output.split('\n', 1)[0]?.split(' ') ?? [];
  // After a fast-forward the head itself is in the line of the base branch.
  return commit === undefined || commit === '' || parent === head ? head : commit;
}

async function readMessages(
  git: Git,
  range: string,
  signal: AbortSignal,
): Promise<readonly { readonly commit: string; readonly message: string }[]> {
  const { stdout } = await git.call(
    ['log', '-z', '--encoding=UTF-8', '--format=%H%n%B', `--max-count=${MAX_COMMITS}`, range, '--'],
    { action: 'read the commits', signal },
  );
  return splitFields(stdout).map((field) => ({ commit: field.slice(0, field.indexOf('\n')), message: field }));
}

/** Whether a message lists a commit as the message of `git merge --squash` does. */
function isSquashOf(message: string, head: string): boolean {
  return message.split(/\r?\n/).some((line) => line.trim() === `commit ${head}`);
}

function containsAll(message: string, trailers: readonly ChunkTrailer[]): boolean {
  if (trailers.length === 0) return false;
  const found = new Set(readTrailers(message).map(toKey));
  return trailers.every((trailer) => found.has(toKey(trailer)));
}

function toKey({ specId, chunkId, fingerprint }: ChunkTrailer): string {
  return `${specId}/${chunkId} ${fingerprint}`;
}

interface SquashSearch {
  /** The commit at which the two branches fork. */
  readonly fork: string;
  readonly head: string;
  /** The commits of the base branch since the fork, newest first. */
  readonly commits: readonly string[];
}

/** The commit of the base branch that changes exactly the same lines as the whole change. */
async function findSamePatch(git: Git, search: SquashSearch, signal: AbortSignal): Promise<string | undefined> {
  const call = { action: 'compare the changes', signal, limitBytes: MAX_PATCH_BYTES };
  const options = ['diff-tree', '-r', '-p', '--full-index'];
  const own = await readPatchIds(git, await git.call([...options, search.fork, search.head], call), signal);
  const [patch] = own.keys();
  if (patch === undefined) return undefined;
  const input = search.commits.map((commit) => `${commit}\n`).join('');
  const others = await git.call([...options, '--stdin'], { ...call, input });
  return (await readPatchIds(git, others, signal)).get(patch);
}

/** The ids of the patches in a diff, each with its commit. Empty if the diff is too large. */
async function readPatchIds(
  git: Git,
  { stdout, truncated }: GitResult,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (truncated || stdout.length === 0) return new Map();
  const output = await git.text(['patch-id', '--stable'], { action: 'compare the changes', signal, input: stdout });
  const lines = output.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
}
