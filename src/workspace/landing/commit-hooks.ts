/** Runs the repository's commit hooks for a landing, if a setting enables them. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isGitPath, isWithin } from '../files/safe-path.ts';
import { commitTree, readHead, type HeadState } from '../git/commits.ts';
import { Git } from '../git/git.ts';
import { parseTreeChanges } from '../git/index-entries.ts';
import type { UserRepository } from '../store/private-repository.ts';
import type { JournalCommit } from './journal.ts';
import { HookRejectedError, runHook, type CommitHooks } from './run-hook.ts';
import { copyPlainFile, readPlainText } from '../plain-files/plain-file.ts';

/** Finds the absolute path of the folder with the hooks of a repository, which the user's configuration can change. */
export async function findHooksFolder({ topLevel }: UserRepository, signal?: AbortSignal): Promise<string> {
  const call = { action: 'look for commit hooks', asUser: true, signal };
  return path.resolve(topLevel, await new Git(topLevel).text(['rev-parse', '--git-path', 'hooks'], call));
}

/** Lists the folders in a workspace folder that contain the repository's hooks: one, or none if they are in `.git`. */
export async function listHookFolders(user: UserRepository, folder: string, signal?: AbortSignal): Promise<string[]> {
  const hooks = await findHooksFolder(user, signal);
  const relative = path.relative(folder, hooks).split(path.sep).join('/');
  return hooks !== folder && isWithin(folder, hooks) && !isGitPath(relative) ? [relative] : [];
}

/** Reads HEAD and the folder with the hooks, by one process where that is possible. */
export async function readHeadAndHooks(
  user: UserRepository,
  signal?: AbortSignal,
): Promise<{ readonly head: HeadState; readonly hooksFolder: string }> {
  const git = new Git(user.topLevel);
  const questions = ['HEAD^{commit}', '--symbolic-full-name', 'HEAD', '--git-path', 'hooks'];
  const call = { action: 'read HEAD', acceptedExitCodes: [128], asUser: true, signal };
  const output = await git.text(['rev-parse', ...questions], call);
  const [, commit, ref, hooks] = /^([0-9a-f]+)\n(\S+)\n(.+)$/s.exec(output) ?? [];
  if (commit !== undefined && ref !== undefined && hooks !== undefined) {
    return { head: { commit, ref }, hooksFolder: path.resolve(user.topLevel, hooks) };
  }
  const [head, hooksFolder] = await Promise.all([readHead(git, signal), findHooksFolder(user, signal)]);
  return { head, hooksFolder };
}

export interface CommitHookInput {
  readonly user: UserRepository;
  readonly hooks: CommitHooks;
  readonly commit: JournalCommit;
  readonly message: string;
  /** Path of the index that the landing will install. */
  readonly indexPath: string;
  readonly temporaryFolder: string;
  readonly signal?: AbortSignal | undefined;
}

export interface HookedCommit {
  readonly commit: JournalCommit;
  /** Whether the hooks changed the files of the commit. */
  readonly changesFiles: boolean;
  readonly notes: readonly string[];
}

/**
 * Runs the hooks before a commit, with an index that contains exactly that commit, as `git commit` does. The landed files
 * are already in the work tree. The returned commit includes changes that the hooks made to the index and the message.
 *
 * @throws HookRejectedError if a hook fails
 */
export async function runCommitHooks(input: CommitHookInput): Promise<HookedCommit> {
  const { user, hooks, commit, temporaryFolder, signal } = input;
  const index = path.join(temporaryFolder, 'hook-index');
  const messageFile = path.join(temporaryFolder, 'COMMIT_EDITMSG');
  await copyPlainFile(input.indexPath, index);
  const git = new Git(user.topLevel, { GIT_INDEX_FILE: index });
  const action = 'run the commit hooks';
  await git.call(['read-tree', '-m', commit.after], { action, signal });
  await runHook(git, hooks, 'pre-commit', [], signal);
  const tree = await git.text(['write-tree'], { action, signal });
  await writeFile(messageFile, `${input.message}\n`);
  await runHook(git, hooks, 'prepare-commit-msg', [messageFile, 'message'], signal);
  await runHook(git, hooks, 'commit-msg', [messageFile], signal);
  const message = await readPlainText(messageFile);
  const changed = parseTreeChanges(
    (
      await git.call(['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', commit.after, tree], {
        action,
        signal,
      })
    ).stdout,
  );
  if (changed.length === 0 && message.trim() === input.message.trim())
    return { commit, changesFiles: false, notes: [] };
  const created = await commitTree(git, { tree, parent: commit.before, message, signal });
  const entries = new Map(commit.index.map((entry) => [entry.path, entry]));
  for (const { path: file, before, after } of changed) {
    entries.set(file, { path: file, before: entries.has(file) ? entries.get(file)?.before : before, after });
  }
  const notes =
    changed.length === 0 ? [] : [`The commit hooks changed: ${changed.map((change) => change.path).join(', ')}.`];
  return {
    commit: { ...commit, after: created.commit, index: [...entries.values()] },
    changesFiles: changed.length > 0,
    notes: [...created.notes, ...notes],
  };
}

/** Runs the post-commit hook. Returns a note if it fails, which does not affect the commit. */
export async function runPostCommitHook(user: UserRepository, hooks: CommitHooks): Promise<string[]> {
  try {
    await runHook(new Git(user.topLevel), hooks, 'post-commit', []);
    return [];
  } catch (thrown) {
    if (thrown instanceof HookRejectedError) return [`The post-commit hook failed: ${thrown.message}`];
    throw thrown;
  }
}
