import { normalizeRelative } from './files/safe-path.ts';
import { readBlobs } from './git/batch-reads.ts';
import type { Git } from './git/git.ts';
import { EXECUTABLE_MODE, isFileMode } from './git/index-entries.ts';
import { hasContent, listTree, readEntries } from './git/list-tree.ts';

/** A commit, and the workspace folder in it: `''`, or a path that ends with `/`. */
export interface CommitFolder {
  readonly commit: string;
  readonly prefix: string;
  readonly signal?: AbortSignal | undefined;
}

/** Lists the files of a commit that are in the workspace folder, without links and submodules. */
export async function listCommittedFiles(git: Git, folder: CommitFolder): Promise<string[]> {
  return [...(await listObjects(git, folder)).keys()];
}

/** Lists the executable files of a commit that are in the workspace folder. */
export async function listCommittedExecutables(git: Git, folder: CommitFolder): Promise<ReadonlySet<string>> {
  const { commit, prefix, signal } = folder;
  const listed = await listTree(git, commit, signal);
  const own = listed.filter(({ path, mode }) => mode === EXECUTABLE_MODE && path.startsWith(prefix));
  return new Set(own.map(({ path }) => path.slice(prefix.length)));
}

/** Reads files of a commit. Files that the commit does not contain are left out. */
export async function readCommittedFiles(
  git: Git,
  folder: CommitFolder,
  files: readonly string[],
): Promise<Map<string, Buffer>> {
  if (files.length === 0) return new Map();
  const listed = await listObjects(git, folder);
  const objects = [...new Set(files.map(normalizeRelative))].flatMap((file) => {
    const object = listed.get(file);
    return object === undefined ? [] : [[file, object] as const];
  });
  const contents = await readBlobs(
    git,
    objects.map(([, object]) => object),
    folder.signal,
  );
  return new Map(objects.flatMap(([file, object]) => [[file, contents.get(object) ?? Buffer.alloc(0)] as const]));
}

/** Reads the bytes of a file in a commit; `undefined` if the commit does not contain it. */
export async function readCommittedFile(
  git: Git,
  { commit, prefix, signal }: CommitFolder,
  file: string,
): Promise<Buffer | undefined> {
  const relative = normalizeRelative(file);
  if (relative === '') return undefined;
  const action = `read ${file}`;
  const entry = (await readEntries(git, commit, [prefix + relative], { action, signal })).get(prefix + relative);
  if (entry === undefined || !hasContent(entry)) return undefined;
  return (await readBlobs(git, [entry.object], signal)).get(entry.object);
}

/** The object names of the files, by path. */
async function listObjects(git: Git, { commit, prefix, signal }: CommitFolder): Promise<Map<string, string>> {
  const objects = new Map<string, string>();
  for (const { path, mode, object } of await listTree(git, commit, signal)) {
    if (path.startsWith(prefix) && isFileMode(mode)) objects.set(path.slice(prefix.length), object);
  }
  return objects;
}
