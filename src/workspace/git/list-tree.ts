import { throwIfCancelled } from '../../foundation/errors.ts';
import { splitIntoBatches } from './batch-reads.ts';
import { splitFields, type Git } from './git.ts';
import { GITLINK_MODE } from './index-entries.ts';
import { isObjectName, type ListedFile, type TreeDifference } from './object-memory.ts';

const ACTION = 'list the files of the commit';
const FOLDER_MODE = '040000';

/**
 * Lists the files, links and submodules of a commit or tree, with paths from the top level. The listings of the last trees
 * are remembered.
 */
export async function listTree(git: Git, commit: string, signal?: AbortSignal): Promise<readonly ListedFile[]> {
  throwIfCancelled(signal, ACTION);
  const known = knownListing(git, commit);
  if (known !== undefined) return known;
  const listed = await git.call(['ls-tree', '-r', '-z', '--full-tree', commit], { action: ACTION, signal });
  const files = splitFields(listed.stdout).map(parseField);
  const tree = treeOf(git, commit);
  if (isObjectName(tree)) git.objects?.listings.set(tree, files);
  return files;
}

/** The remembered listing of a commit or tree, or what follows from another one; `undefined` if there is none. */
export function knownListing({ objects }: Git, commit: string): readonly ListedFile[] | undefined {
  if (objects === undefined) return undefined;
  const tree = objects.trees.get(commit) ?? commit;
  const known = objects.listings.get(tree);
  if (known !== undefined) return known;
  const difference = objects.differences.get(tree);
  const earlier = difference && objects.listings.get(difference.from);
  const files = earlier && applyDifference(earlier, difference);
  if (files !== undefined) objects.listings.set(tree, files);
  return files;
}

/** `undefined` if the listing has a name twice, because git has names that are not UTF-8. */
function applyDifference(
  earlier: readonly ListedFile[],
  { removed, set }: Pick<TreeDifference, 'removed' | 'set'>,
): readonly ListedFile[] | undefined {
  const files = new Map(earlier.map((file) => [file.path, file]));
  if (files.size < earlier.length) return undefined;
  for (const path of removed) files.delete(path);
  const kept = files.size;
  for (const file of set) files.set(file.path, file);
  const listed = [...files.values()];
  return files.size > kept ? listed.sort((one, other) => (one.path < other.path ? -1 : 1)) : listed;
}

/** The entries of some paths of a commit or tree, by path. Paths of folders and missing paths are left out. */
export async function readEntries(
  git: Git,
  commit: string,
  paths: readonly string[],
  { action, signal }: { readonly action: string; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<string, ListedFile>> {
  throwIfCancelled(signal, action);
  const known = paths.some((path) => path.includes('\ufffd')) ? undefined : knownListing(git, commit);
  if (known !== undefined) {
    const wanted = new Set(paths);
    return toMap(known.filter(({ path }) => wanted.has(path)));
  }
  const listed: ListedFile[] = [];
  for (const batch of splitIntoBatches(paths)) {
    const fields = await git.fields(['ls-tree', '-z', '--full-tree', commit, '--', ...batch], { action, signal });
    listed.push(...fields.map(parseField).filter(({ mode }) => mode !== FOLDER_MODE));
  }
  return toMap(listed);
}

function toMap(files: readonly ListedFile[]): ReadonlyMap<string, ListedFile> {
  return new Map(files.map((file) => [file.path, file]));
}

/** Whether the content of an entry is in the repository: it is a file or a link, and no submodule. */
export function hasContent({ mode }: ListedFile): boolean {
  return mode !== GITLINK_MODE;
}

function treeOf(git: Git, commit: string): string {
  return git.objects?.trees.get(commit) ?? commit;
}

function parseField(field: string): ListedFile {
  const tab = field.indexOf('\t');
  const [mode = '', , object = ''] = field.slice(0, tab).split(' ');
  return { mode, object, path: field.slice(tab + 1) };
}
