import type { Git } from './git.ts';
import type { TreeEntry } from './index-entries.ts';

/** Lists the entries of a commit, with paths from the top level. */
export async function listTree(
  git: Git,
  commit: string,
  signal?: AbortSignal,
): Promise<(TreeEntry & { readonly path: string })[]> {
  const action = 'list the files of the commit';
  const fields = await git.fields(['ls-tree', '-r', '-z', '--full-tree', commit], { action, signal });
  return fields.map((field) => {
    const tab = field.indexOf('\t');
    const [mode = '', , object = ''] = field.slice(0, tab).split(' ');
    return { mode, object, path: field.slice(tab + 1) };
  });
}
