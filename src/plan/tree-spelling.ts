import { isGlob, whyOutsideTree } from '../contract/tree-path.ts';
import { normalizeRelative } from '../workspace/safe-path.ts';

/** One spelling of a path of a plan, so that no spelling hides what is meant; undefined for what is no path of a tree. */
export function spelled(path: string): string | undefined {
  if (whyOutsideTree(path) !== undefined) return undefined;
  const normal = normalizeRelative(path);
  return normal === '' ? undefined : normal;
}

/** The path of a condition, in one spelling; undefined where COND refuses it. */
export function conditionPath(path: string): string | undefined {
  return isGlob(path) ? undefined : spelled(path);
}
