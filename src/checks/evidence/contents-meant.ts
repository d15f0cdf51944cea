import type { Resource } from '../../contract/model.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { Content } from './content.ts';
import type { Evidence } from './evidence.ts';
import { placeOf } from './resource-place.ts';

/** The texts that a resource means: every file of a glob, else the one text behind it. Throws where a scope is empty. */
export async function contentsMeantBy(resource: Resource, evidence: Evidence): Promise<readonly Content[]> {
  const place = placeOf(resource, evidence.steps.ids);
  if (place.kind !== 'file') return [await evidence.contentOf(resource)];
  const files = await evidence.tree.filesMeantBy(place.path);
  if (files.length === 0) {
    throw new HoldfastError('not-found', `Failed to look into ${place.path}: no file of the workspace matches it`);
  }
  return Promise.all(files.map((file) => evidence.contentOf({ ...resource, location: file })));
}
