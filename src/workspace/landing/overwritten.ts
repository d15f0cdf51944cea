/**
 * Keeps the content that a landing without a commit replaces and that is in no commit: the user's uncommitted changes,
 * which the model has seen and may have removed. All of it is in one chain of commits, the newest last.
 */
import path from 'node:path';
import { commitTree, readHeadCommit } from '../git/commits.ts';
import { Git } from '../git/git.ts';
import { GITLINK_MODE, formatIndexInfo, type TreeChange, type TreeEntry } from '../git/index-entries.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';

/** Not below `refs/holdfast/`, where names are ids of runs or folders of ids. */
const OVERWRITTEN_REF = 'refs/holdfast-overwritten';

const ACTION = 'keep the content that the landing replaces';

export interface OverwrittenInput {
  readonly user: UserRepository | undefined;
  readonly store: PrivateRepository;
  /** The changes that will be written. Paths are relative to the top level. */
  readonly changes: readonly TreeChange[];
  /** The first line of the commit message: what lands. */
  readonly title: string;
  readonly temporaryFolder: string;
  readonly signal?: AbortSignal | undefined;
}

/** Returns notes for the user: how to read the kept content, or nothing if there is none. */
export async function keepOverwritten(input: OverwrittenInput): Promise<readonly string[]> {
  const { user, store, changes, signal } = input;
  const git = user === undefined ? store.git() : new Git(user.topLevel);
  const replaced = changes.flatMap(({ path: file, before }) =>
    before === undefined || before.mode === GITLINK_MODE ? [] : [[file, before] as const],
  );
  const parent = await resolveRef(git, signal);
  const head = user === undefined ? undefined : await readHeadCommit(git, signal);
  const files = await removeStored(git, [head, parent], replaced, signal);
  if (files.length === 0) return [];
  if (user !== undefined) await copyBlobs(store.git(), git, files, signal);
  const index = git.with({ GIT_INDEX_FILE: path.join(input.temporaryFolder, 'overwritten-index') });
  const call = { action: ACTION, signal };
  await index.call(['update-index', '-z', '--index-info'], { ...call, input: formatIndexInfo(files, '') });
  const tree = await index.text(['write-tree'], call);
  const { commit } = await commitTree(git, { tree, parent, message: `Before "${input.title}"`, signal });
  await git.call(['update-ref', OVERWRITTEN_REF, commit], call);
  return [describeKept(user === undefined ? `git --git-dir "${store.directory}"` : 'git', files)];
}

function describeKept(command: string, files: readonly (readonly [string, TreeEntry])[]): string {
  const [first = ''] = files.map(([file]) => file);
  const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
  return `The uncommitted content that was replaced in ${first}${more} is kept: ${command} show "${OVERWRITTEN_REF}:${first}"`;
}

async function resolveRef(git: Git, signal: AbortSignal | undefined): Promise<string | undefined> {
  const commit = await git.text(['rev-parse', '--verify', '--quiet', `${OVERWRITTEN_REF}^{commit}`], {
    action: ACTION,
    acceptedExitCodes: [1],
    signal,
  });
  return commit === '' ? undefined : commit;
}

/** Leaves out the files that one of the commits contains with the same content. */
async function removeStored(
  git: Git,
  commits: readonly (string | undefined)[],
  files: readonly (readonly [string, TreeEntry])[],
  signal: AbortSignal | undefined,
): Promise<readonly (readonly [string, TreeEntry])[]> {
  const stored = new Set<string>();
  for (const commit of commits) {
    if (commit === undefined || files.length === 0) continue;
    const listed = await git.fields(['ls-tree', '-r', '-z', commit], { action: ACTION, signal });
    for (const line of listed) stored.add(line);
  }
  return files.filter(([file, { mode, object }]) => !stored.has(`${mode} blob ${object}\t${file}`));
}

async function copyBlobs(
  store: Git,
  git: Git,
  files: readonly (readonly [string, TreeEntry])[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const objects = files.map(([, { object }]) => `${object}\n`).join('');
  const pack = await store.call(['pack-objects', '--stdout', '-q'], { action: ACTION, input: objects, signal });
  await git.call(['unpack-objects', '-q'], { action: ACTION, input: pack.stdout, signal });
}
