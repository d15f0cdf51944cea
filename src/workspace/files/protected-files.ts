import { createForbiddenMatcher } from '../../contract/globs/path-matcher.ts';
import type { PathMatcher } from '../../contract/globs/path-matcher.ts';
import { toComparableName } from './safe-path.ts';

/** Files that an attempt must not write, because its result is judged by them. Paths are relative to the folder. */
export interface ProtectedFiles {
  readonly globs: readonly string[];
  /** Paths, not globs: brackets and other special characters are literal. A protected folder protects its content. */
  readonly paths: readonly string[];
}

/** Creates a matcher for protected files. It ignores differences in names that some file systems ignore. */
export function createProtectedMatcher({ globs, paths }: ProtectedFiles): PathMatcher {
  const matchesGlob = createForbiddenMatcher(globs.map(toComparableName));
  const names = new Set(paths.map(toComparableName));
  return (file) => {
    const name = toComparableName(file);
    return matchesGlob(name) || [...parentsAndSelf(name)].some((path) => names.has(path));
  };
}

/** The path and the paths of its folders: `a`, `a/b`, `a/b/c`. */
function* parentsAndSelf(path: string): Generator<string> {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) yield path.slice(0, slash);
  yield path;
}
