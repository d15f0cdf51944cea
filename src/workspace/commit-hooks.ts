/** The repository's commit hooks, run around the commit of a landing where a setting wants them. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git, GitError } from './git.ts';
import { readTreeChanges } from './index-entries.ts';
import type { JournalCommit } from './journal.ts';
import { commitTree } from './commits.ts';
import type { UserRepository } from './private-repository.ts';
import { isThere } from './safe-path.ts';

const COMMIT_HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const TIME_LIMIT_MS = 10 * 60_000;
const SHOWN_OUTPUT = 2_000;

/** The commit hooks that a repository has. */
export async function findCommitHooks(user: UserRepository, signal?: AbortSignal): Promise<string[]> {
  const call = { what: 'look for commit hooks', asUser: true, signal };
  const folder = path.resolve(
    user.topLevel,
    await new Git(user.topLevel).text(['rev-parse', '--git-path', 'hooks'], call),
  );
  const found: string[] = [];
  for (const hook of COMMIT_HOOKS) if (await isThere(path.join(folder, hook))) found.push(hook);
  return found;
}

/** A hook said no. The message is what it wrote. */
export class HookRefused extends Error {
  readonly hook: string;

  constructor(hook: string, output: string) {
    super(output.length > SHOWN_OUTPUT ? `…${output.slice(-SHOWN_OUTPUT)}` : output);
    this.name = 'HookRefused';
    this.hook = hook;
  }
}

export interface HookInput {
  readonly user: UserRepository;
  readonly commit: JournalCommit;
  readonly message: string;
  /** The index as it is to be after the landing. */
  readonly index: string;
  /** A folder for what is only needed while the hooks run. */
  readonly work: string;
  readonly signal?: AbortSignal;
}

/**
 * Runs the hooks that come before a commit, with an index that holds exactly that commit, as `git commit` does. The
 * landed files stand in the work tree already. What the hooks stage and what they make of the message goes into the
 * commit that is returned. Throws HookRefused.
 */
export async function runCommitHooks(input: HookInput): Promise<{ commit: JournalCommit; notes: string[] }> {
  const { user, commit, work, signal } = input;
  const index = path.join(work, 'hook-index');
  const messageFile = path.join(work, 'COMMIT_EDITMSG');
  await copyFile(input.index, index);
  const git = new Git(user.topLevel, { GIT_INDEX_FILE: index });
  const what = 'run the commit hooks';
  await git.call(['read-tree', '-m', commit.after], { what, signal });
  await runHook(git, 'pre-commit', [], signal);
  const tree = await git.text(['write-tree'], { what, signal });
  await writeFile(messageFile, `${input.message}\n`);
  await runHook(git, 'prepare-commit-msg', [messageFile, 'message'], signal);
  await runHook(git, 'commit-msg', [messageFile], signal);
  const message = await readFile(messageFile, 'utf8');
  const changed = readTreeChanges(
    (
      await git.call(['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', commit.after, tree], {
        what,
        signal,
      })
    ).stdout,
  );
  if (changed.length === 0 && message.trim() === input.message.trim()) return { commit, notes: [] };
  const made = await commitTree(git, { tree, parent: commit.before, message, signal });
  const entries = new Map(commit.index.map((entry) => [entry.path, entry]));
  for (const { path: file, before, after } of changed) {
    entries.set(file, { path: file, before: entries.has(file) ? entries.get(file)?.before : before, after });
  }
  const notes =
    changed.length === 0 ? [] : [`The commit hooks changed: ${changed.map((change) => change.path).join(', ')}.`];
  return { commit: { ...commit, after: made.commit, index: [...entries.values()] }, notes: [...made.notes, ...notes] };
}

/** Runs the hook that comes after a commit; what it says does not matter any more. */
export async function runPostCommitHook(user: UserRepository, signal?: AbortSignal): Promise<string[]> {
  try {
    await runHook(new Git(user.topLevel), 'post-commit', [], signal);
    return [];
  } catch (thrown) {
    if (thrown instanceof HookRefused) return [`The post-commit hook failed: ${thrown.message}`];
    throw thrown;
  }
}

async function runHook(
  git: Git,
  hook: string,
  arguments_: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    await git.call(['hook', 'run', '--ignore-missing', hook, '--', ...arguments_], {
      what: `run the ${hook} hook`,
      asUser: true,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  } catch (thrown) {
    if (limit.aborted) throw new HookRefused(hook, 'it took longer than ten minutes');
    if (thrown instanceof GitError) throw new HookRefused(hook, thrown.stderr.trim() || thrown.message);
    throw thrown;
  }
}
