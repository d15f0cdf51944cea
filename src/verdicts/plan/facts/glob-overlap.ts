import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import type { AllowedFiles, AllowedPattern } from './planned-chunk.ts';

/** Whether two chunks can write the same file. The comparison ignores case, because some file systems do. */
export function mayOverlap(left: AllowedFiles, right: AllowedFiles): boolean {
  if (left.noneListed || right.noneListed) return true;
  const paths = new Set([...left.paths.keys()].map(toLowerCase));
  for (const path of right.paths.keys()) if (paths.has(toLowerCase(path))) return true;
  return (
    anyMatches(left.patterns, right.paths.keys()) ||
    anyMatches(right.patterns, left.paths.keys()) ||
    left.patterns.some((one) => right.patterns.some((other) => foldersOverlap(one, other)))
  );
}

function anyMatches(patterns: readonly AllowedPattern[], paths: Iterable<string>): boolean {
  if (patterns.length === 0) return false;
  const matchers = patterns.map(({ entries }) => createPathMatcher(entries, { nocase: true }));
  for (const path of paths) if (matchers.some((matches) => matches(path))) return true;
  return false;
}

/** Whether one folder contains the other. Only such patterns can match a common file. */
function foldersOverlap(one: AllowedPattern, other: AllowedPattern): boolean {
  const [left, right] = [toLowerCase(one.folder), toLowerCase(other.folder)];
  return left.startsWith(right) || right.startsWith(left);
}

function toLowerCase(path: string): string {
  return path.toLowerCase();
}
