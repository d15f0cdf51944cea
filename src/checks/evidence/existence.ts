import { posix } from 'node:path';
import type { Resource } from '../../contract/model.ts';
import { isGlob } from '../../contract/tree-path.ts';
import { nearest } from '../../shared/nearest.ts';
import type { Answer } from '../check-definition.ts';
import type { Evidence } from './evidence.ts';
import { placeOf } from './resource-place.ts';

/** Whether a resource stands in the tree as a file, or as a file or folder. A glob must match one file at least. */
export async function fileExistence(resource: Resource, evidence: Evidence, wanted: 'file' | 'any'): Promise<Answer> {
  const place = placeOf(resource, evidence.steps.ids);
  if (place.kind !== 'file') {
    return { passed: false, error: `Failed to look for ${resource.id}: it names no file of the workspace` };
  }
  const { path } = place;
  const kind = await evidence.tree.kindOf(path);
  const expected = wanted === 'file' ? `A file at ${path}` : `A file or folder at ${path}`;
  if (kind === 'file') {
    return { passed: true, tier: 1, expected, actual: `${path} exists`, location: { file: path, line: 1, column: 1 } };
  }
  if (kind === 'folder') {
    return wanted === 'any'
      ? { passed: true, tier: 1, expected, actual: `${path} is a folder` }
      : { passed: false, tier: 1, expected, actual: `${path} is a folder, not a file` };
  }
  if (isGlob(path)) {
    const [first, ...more] = await evidence.tree.filesMeantBy(path);
    if (first === undefined) return { passed: false, tier: 1, expected, actual: `No file matches ${path}` };
    const rest = more.length === 0 ? '' : ` and ${more.length} more`;
    return {
      passed: true,
      tier: 1,
      expected,
      actual: `${first}${rest}`,
      location: { file: first, line: 1, column: 1 },
    };
  }
  return { passed: false, tier: 1, expected, actual: `Nothing stands at ${path}${await hintFor(path, evidence)}` };
}

/** A file of the same name elsewhere, or one in the same folder whose name is spelt alike. */
async function hintFor(path: string, evidence: Evidence): Promise<string> {
  const files = await evidence.tree.listFiles();
  const { dir, base, name } = posix.parse(path);
  const moved = files.find((file) => posix.basename(file) === base);
  if (moved !== undefined) return `; there is ${moved}`;
  const beside = new Map(
    files.filter((file) => posix.dirname(file) === (dir || '.')).map((file) => [nameOf(file), file]),
  );
  const near = nearest(name, beside.keys());
  const meant = near === undefined ? undefined : beside.get(near);
  return meant === undefined ? '' : `; there is ${meant}`;
}

function nameOf(file: string): string {
  return posix.parse(file).name;
}
