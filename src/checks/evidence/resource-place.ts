import type { Resource } from '../../contract/model.ts';

/** Where the thing that a resource names is found. */
export type ResourcePlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'nowhere' };

/** A resource without a location is the output of the step with its id, or of the one its metadata names. */
export function placeOf(resource: Resource, steps: readonly string[]): ResourcePlace {
  if (resource.location !== undefined) {
    return isUrl(resource.location)
      ? { kind: 'url', url: resource.location }
      : { kind: 'file', path: resource.location };
  }
  const step = typeof resource.metadata?.['step'] === 'string' ? resource.metadata['step'] : resource.id;
  return steps.includes(step) ? { kind: 'step', step } : { kind: 'nowhere' };
}

/**
 * The resource that a check speaks of: one of the contract by its id, else the output of the step of that id, else a
 * URL, else a path or glob. So contracts that only know files need no resources at all (ENF-PLUG-6).
 */
export function resourceNamed(
  reference: string | undefined,
  resources: readonly Resource[],
  steps: readonly string[],
): Resource {
  if (reference === undefined) return { id: 'workspace', type: 'file' };
  const declared = resources.find((resource) => resource.id === reference);
  if (declared) return declared;
  if (steps.includes(reference)) return { id: reference, type: 'data' };
  if (isUrl(reference)) return { id: reference, type: 'endpoint', location: reference };
  return { id: reference, type: 'file', location: reference };
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
