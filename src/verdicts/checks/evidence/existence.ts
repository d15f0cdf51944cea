import { posix } from 'node:path';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import type { Resource } from '../../../contract/model.ts';
import { findNearest } from '../../../foundation/name-suggestions.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import type { Evidence } from './evidence.ts';
import { sourceOf } from './resource-source.ts';

/** Checks whether a resource exists as a file, or as a file or folder. A glob must match at least one file. */
export async function checkExistence(
  resource: Resource,
  evidence: Evidence,
  kinds: 'file' | 'file-or-folder',
): Promise<CheckAnswer> {
  const source = sourceOf(resource, evidence.steps.ids);
  if (source.kind !== 'file') {
    return { passed: false, error: `Failed to check whether ${resource.id} exists: it is not a file of the workspace` };
  }
  const { path } = source;
  // A file that git ignores is not listed, and is on disk.
  const file = path.replace(/^\*\*\//, '');
  const kind = await evidence.tree.kindOf(file);
  const mayBeFolder = kinds === 'file-or-folder' && posix.extname(path) === '';
  const expected = mayBeFolder ? `A file or folder at ${path}` : `A file at ${path}`;
  if (kind === 'file') {
    return { passed: true, tier: 1, expected, actual: `${file} exists`, location: { file, line: 1, column: 1 } };
  }
  if (kind === 'folder' && !isGlob(path)) {
    return kinds === 'file'
      ? { passed: false, tier: 1, expected, actual: `${path} is a folder, not a file` }
      : { passed: true, tier: 1, expected, actual: `${path} is a folder` };
  }
  if (isGlob(path)) {
    const [first, ...more] = await evidence.tree.matchFiles(path);
    if (first === undefined) {
      return (await evidence.tree.kindOf('.gitmodules')) === 'file'
        ? { passed: false, expected, error: `No file matches ${path}, and the files of submodules are not read` }
        : { passed: false, tier: 1, expected, actual: `No file matches ${path}` };
    }
    const rest = more.length === 0 ? '' : ` and ${more.length} more`;
    return {
      passed: true,
      tier: 1,
      expected,
      actual: `${first}${rest}`,
      location: { file: first, line: 1, column: 1 },
    };
  }
  const similar = await findSimilarFile(path, evidence);
  const hint = similar === undefined ? '' : `. Did you mean "${similar}"?`;
  return { passed: false, tier: 1, expected, actual: `File not found: ${path}${hint}`, similar };
}

/**
 * The only file of the same name in another folder. If several have it, the one whose folder has a similar name. Otherwise
 * a file with a similar name in the same folder; `undefined` if there is none.
 */
async function findSimilarFile(path: string, evidence: Evidence): Promise<string | undefined> {
  const files = await evidence.tree.listFiles();
  const { dir, base, name } = posix.parse(path);
  const moved = files.filter((file) => posix.basename(file) === base);
  if (moved.length === 1) return moved[0];
  const folders = new Map(moved.map((file) => [posix.basename(posix.dirname(file)), file]));
  const folder = findNearest(posix.basename(dir), folders.keys());
  if (folder !== undefined) return folders.get(folder);
  const siblings = new Map(
    files.filter((file) => posix.dirname(file) === (dir || '.')).map((file) => [posix.parse(file).name, file]),
  );
  const similar = findNearest(name, siblings.keys());
  return similar === undefined ? undefined : siblings.get(similar);
}
