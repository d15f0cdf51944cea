import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Characters that precede the rest of a longer path. */
const NOT_INSIDE_PATH = String.raw`(?<![\w./\\-])`;

/**
 * Makes the paths of an attempt's worktree in the output of a command relative to the workspace folder. The worktree is
 * deleted after the attempt, so its absolute paths are of no use to the model and to people.
 * @param root Absolute path of the workspace folder in the worktree.
 */
export function toWorkspacePaths(output: string, root: string): string {
  const prefixes = [`${pathToFileURL(root).href}/`, `${root}${path.sep}`, `${root.replaceAll(path.sep, '/')}/`];
  const pattern = [...new Set(prefixes)].map(escapePattern).join('|');
  return output.replaceAll(new RegExp(`${NOT_INSIDE_PATH}(?:${pattern})`, 'g'), '');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
