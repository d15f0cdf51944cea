import picomatch from 'picomatch';
import { globMatcher } from '../contract/glob-matcher.ts';
import type { AllowedFiles } from './allowed-files.ts';

/**
 * Whether two chunks may write one file: as far as patterns leave it open, they may. Letter case is passed over, since
 * some disks do.
 */
export function mayOverlap(left: AllowedFiles, right: AllowedFiles): boolean {
  if (left.any || right.any) return true;
  const paths = new Set([...left.paths.keys()].map(folded));
  for (const path of right.paths.keys()) if (paths.has(folded(path))) return true;
  return (
    anyMatches(left.globs, right.paths.keys()) ||
    anyMatches(right.globs, left.paths.keys()) ||
    left.globs.some((one) => right.globs.some((other) => basesMeet(one, other)))
  );
}

function anyMatches(globs: readonly string[], paths: Iterable<string>): boolean {
  if (globs.length === 0) return false;
  const matches = globs.map((glob) => globMatcher([glob], { nocase: true }));
  for (const path of paths) if (matches.some((match) => match(path))) return true;
  return false;
}

/** Patterns below folders of which neither holds the other match no file in common; any others may. */
function basesMeet(one: string, other: string): boolean {
  const [left, right] = [baseOf(one), baseOf(other)];
  return left.startsWith(right) || right.startsWith(left);
}

/** The plain folder that a pattern begins with, with its "/"; empty where it may match anywhere. */
function baseOf(glob: string): string {
  const { base, negated } = picomatch.scan(glob);
  return base === '' || negated ? '' : `${folded(base)}/`;
}

function folded(path: string): string {
  return path.toLowerCase();
}
