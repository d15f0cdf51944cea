import type { Resource } from '../../../contract/model.ts';

/** Where the content of a resource comes from. */
export type ResourceSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'none' };

/** A resource without a location is the output of the step that its metadata names, or of the step with its id. */
export function sourceOf(resource: Resource, steps: readonly string[]): ResourceSource {
  if (resource.location !== undefined) {
    return isUrl(resource.location)
      ? { kind: 'url', url: resource.location }
      : { kind: 'file', path: resource.location };
  }
  const step = typeof resource.metadata?.['step'] === 'string' ? resource.metadata['step'] : resource.id;
  return steps.includes(step) ? { kind: 'step', step } : { kind: 'none' };
}

/**
 * The resource that a check refers to: the contract's resource with that id, the output of the step with that id, a URL,
 * or a path or glob, in this order. A contract that only refers to files needs no resources (ENF-PLUG-6).
 */
export function findResource(
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
