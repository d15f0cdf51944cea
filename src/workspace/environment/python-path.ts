import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/**
 * The `PYTHONPATH` for commands in a worktree with a Python project; `undefined` for any other tree. A package that is
 * installed as editable names the user's own files, so that tests in a worktree would import those and not the result of
 * the attempt. `PYTHONPATH` comes first.
 *
 * @param root the absolute path of the worktree
 * @param inherited the value that commands would have without it
 */
export function pythonPathOf(root: string, inherited: string | undefined): string | undefined {
  if (!PROJECT_FILES.some((file) => existsSync(join(root, file)))) return undefined;
  const folders = ['src', 'lib'].map((name) => join(root, name)).filter((folder) => existsSync(folder));
  return [...folders, root, ...(inherited === undefined || inherited === '' ? [] : [inherited])].join(delimiter);
}
