import { findTreeEscape } from '../../../contract/contract-paths.ts';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import { normalizeRelative } from '../../../workspace/files/safe-path.ts';

/** The normalized form of a plan's path; `undefined` if it is not a path inside the tree. */
export function toPlanPath(path: string): string | undefined {
  if (findTreeEscape(path) !== undefined) return undefined;
  const normalized = normalizeRelative(path);
  return normalized === '' ? undefined : normalized;
}

/** The normalized path of a condition; `undefined` if the rule COND refuses it. */
export function conditionPath(path: string): string | undefined {
  return isGlob(path) ? undefined : toPlanPath(path);
}
