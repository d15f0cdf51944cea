import { throwIfCancelled } from '../../foundation/errors.ts';
import { splitIntoBatches } from './batch-reads.ts';
import { splitFields, type Git } from './git.ts';
import { GITLINK_MODE } from './index-entries.ts';
import { isObjectName, type ListedFile } from './object-memory.ts';

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

/** The remembered listing of a commit or tree; `undefined` if there is none. */
export function knownListing(git: Git, commit: string): readonly ListedFile[] | undefined {
  return git.objects?.listings.get(treeOf(git, commit));
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
