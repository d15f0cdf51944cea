import picomatch from 'picomatch';
import { globMatcher, isGlob } from '../../contract/contract-paths.ts';

export interface AccessRules {
  /** Paths or globs that the model may write. Empty: every path. */
  readonly allowedFiles: readonly string[];
  /** Paths or globs that the model must not write. They override `allowedFiles`. */
  readonly forbiddenFiles: readonly string[];
}

export type PathMatcher = (file: string) => boolean;

/**
 * Creates a matcher for `allowedFiles`. An entry is a path, a glob, or a folder that ends with `/`. An entry that starts
 * with `!` excludes its matches. If all entries start with `!`, every other path matches. An empty list
 * matches no path, so the caller must handle it.
 */
export function createAllowedMatcher(entries: readonly string[]): PathMatcher {
  return createMatcher(entries, createStandardMatcher, createLenientMatcher);
}

/**
 * Creates a matcher for `forbiddenFiles`, which has the same syntax as `allowedFiles`. The matcher ignores letter case.
 * If brackets or parentheses make a glob ambiguous, a path that matches any of its readings is forbidden.
 */
export function createForbiddenMatcher(entries: readonly string[]): PathMatcher {
  const matches = createMatcher(
    entries.map((entry) => entry.toLowerCase()),
    createLenientMatcher,
    createStandardMatcher,
  );
  return (file) => matches(file.toLowerCase());
}

type MatcherFactory = (entry: string) => PathMatcher;

/** Creates a matcher for a path or a glob, with the glob rules that all contract paths use. */
function createStandardMatcher(entry: string): PathMatcher {
  return isGlob(entry) ? globMatcher([entry]) : (file) => file === entry;
}

/**
 * Creates a matcher that accepts three readings of a glob with wildcards: the standard one, the one with all brackets
 * and parentheses as glob syntax, and the one with all of them as literal characters.
 */
function createLenientMatcher(entry: string): PathMatcher {
  if (!/[*?{!]/.test(entry)) return createStandardMatcher(entry);
  const matches = picomatch([entry, entry.replaceAll(/[[\]()]/g, '\\$&')], { dot: true });
  const matchesStandard = createStandardMatcher(entry);
  return (file) => matches(file) || matchesStandard(file);
}

function createMatcher(
  entries: readonly string[],
  includeWith: MatcherFactory,
  excludeWith: MatcherFactory,
): PathMatcher {
  const excluded = entries
    .filter((entry) => entry.startsWith('!'))
    .map((entry) => createEntryMatcher(entry.slice(1), excludeWith));
  const included = entries
    .filter((entry) => !entry.startsWith('!'))
    .map((entry) => createEntryMatcher(entry, includeWith));
  const includesAll = included.length === 0 && excluded.length > 0;
  return (file) =>
    (includesAll || included.some((matches) => matches(file))) && !excluded.some((matches) => matches(file));
}

function createEntryMatcher(entry: string, create: MatcherFactory): PathMatcher {
  const plain = entry.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  return plain.endsWith('/') ? (file) => file.startsWith(plain) : create(plain);
}
