import picomatch from 'picomatch';
import { globMatcher } from '../../contract/contract-paths.ts';
import type { AllowedFiles } from './planned-chunk.ts';

/** Whether two chunks can write the same file. The comparison ignores case, because some file systems do. */
export function mayOverlap(left: AllowedFiles, right: AllowedFiles): boolean {
  if (left.noneListed || right.noneListed) return true;
  const paths = new Set([...left.paths.keys()].map(toLowerCase));
  for (const path of right.paths.keys()) if (paths.has(toLowerCase(path))) return true;
  return (
    anyMatches(left.globs, right.paths.keys()) ||
    anyMatches(right.globs, left.paths.keys()) ||
    left.globs.some((one) => right.globs.some((other) => basesOverlap(one, other)))
  );
}

function anyMatches(globs: readonly string[], paths: Iterable<string>): boolean {
  if (globs.length === 0) return false;
  const matches = globs.map((glob) => globMatcher([glob], { nocase: true }));
  for (const path of paths) if (matches.some((match) => match(path))) return true;
  return false;
}

/** Whether one base folder contains the other. Only such patterns can match a common file. */
function basesOverlap(one: string, other: string): boolean {
  const [left, right] = [baseOf(one), baseOf(other)];
  return left.startsWith(right) || right.startsWith(left);
}

/** The literal folder at the start of a pattern with its final "/"; empty if the pattern can match anywhere. */
function baseOf(glob: string): string {
  const { base, negated } = picomatch.scan(glob);
  return base === '' || negated ? '' : `${toLowerCase(base)}/`;
}

function toLowerCase(path: string): string {
  return path.toLowerCase();
}
