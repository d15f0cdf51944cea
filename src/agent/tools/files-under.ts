import { treePath } from './tree-path.ts';

/** The files of a folder and below it, or the one file of that path; all of them for the root. */
export function filesUnder(files: readonly string[], path: string | undefined): readonly string[] {
  const folder = treePath(path === undefined || path === '' ? '.' : path).replace(/\/$/, '');
  if (folder === '.' || folder === '') return files;
  return files.filter((file) => file === folder || file.startsWith(`${folder}/`));
}
