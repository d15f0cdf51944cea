import type { Resource } from '../../../contract/model.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { Content } from './content.ts';
import type { Evidence } from './evidence.ts';
import { sourceOf } from './resource-source.ts';

/** The texts that a resource refers to: every file of a glob, otherwise one text. Throws if no file matches. */
export async function readContents(resource: Resource, evidence: Evidence): Promise<readonly Content[]> {
  const source = sourceOf(resource, evidence.steps.ids);
  if (source.kind !== 'file') return [await evidence.readContent(resource)];
  const files = await evidence.tree.matchFiles(source.path);
  if (files.length === 0) {
    throw new HoldfastError('not-found', `Failed to search ${source.path}: no file of the workspace matches it`);
  }
  return Promise.all(files.map((file) => evidence.readContent({ ...resource, location: file })));
}
