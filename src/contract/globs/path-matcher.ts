import { escapeLiterals, isGlob } from './glob-syntax.ts';
import { compileGlob } from './compile-glob.ts';
import type { PathMatcher } from './compile-glob.ts';
import { SELF_OR_BELOW } from './glob-node.ts';
import { parseGlob } from './parse-glob.ts';

export type { PathMatcher } from './compile-glob.ts';

/**
 * Creates the matcher for lists of paths in contracts and in the configuration: `allowedFiles`, the target of a check,
 * the globs of contracts and gates. An entry is a path, a glob, or a folder that ends with `/`. An entry that starts with
 * `!` excludes its matches. If all entries start with `!`, every other path matches. An empty list matches no path.
 */
export function createPathMatcher(entries: readonly string[], { nocase = false } = {}): PathMatcher {
  if (!nocase) return createMatcher(entries, createStandardMatcher, createLenientMatcher);
  const matches = createPathMatcher(entries.map((entry) => entry.toLowerCase()));
  return (path) => matches(path.toLowerCase());
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
  return (path) => matches(path.toLowerCase());
}

/** Whether an entry of a list excludes its matches. `!(a|b)` is a pattern, not an exclusion. */
export function isExclusion(entry: string): boolean {
  return entry.startsWith('!') && !entry.startsWith('!(');
}

/** Whether an entry of a list can match more than one path: a glob, a folder or an exclusion. */
export function isPathPattern(entry: string): boolean {
  return entry.endsWith('/') || isGlob(entry);
}

/** The folder with its final `/` that every match of an entry is in; empty if a match can be anywhere. */
export function folderOfPattern(entry: string): string {
  if (isExclusion(entry)) return '';
  const plain = normalizeEntry(entry);
  const [first, second] = isGlob(plain) ? parseGlob(escapeLiterals(plain)) : [{ kind: 'text' as const, text: plain }];
  if (first?.kind !== 'text') return '';
  return second === SELF_OR_BELOW ? `${first.text}/` : first.text.slice(0, first.text.lastIndexOf('/') + 1);
}

type MatcherFactory = (entry: string) => PathMatcher;

/** Creates a matcher for a path or a glob. Brackets around a whole segment are literal (`app/[id]/page.tsx`). */
function createStandardMatcher(entry: string): PathMatcher {
  if (!isGlob(entry)) return (path) => path === entry;
  const matches = compileGlob(parseGlob(escapeLiterals(entry)));
  return (path) => path === entry || matches(path);
}

/**
 * Creates a matcher that accepts three readings of a glob with wildcards: the standard one, the one with all brackets
 * and parentheses as glob syntax, and the one with all of them as literal characters.
 */
function createLenientMatcher(entry: string): PathMatcher {
  if (!/[*?{!]/.test(entry)) return createStandardMatcher(entry);
  const readings = [
    createStandardMatcher(entry),
    compileGlob(parseGlob(entry)),
    compileGlob(parseGlob(entry.replaceAll(/[[\]()]/g, '\\$&'))),
  ];
  return (path) => readings.some((matches) => matches(path));
}

function createMatcher(
  entries: readonly string[],
  includeWith: MatcherFactory,
  excludeWith: MatcherFactory,
): PathMatcher {
  const excluded = entries.filter(isExclusion).map((entry) => createEntryMatcher(entry.slice(1), excludeWith));
  const included = entries
    .filter((entry) => !isExclusion(entry))
    .map((entry) => createEntryMatcher(entry, includeWith));
  const includesAll = included.length === 0 && excluded.length > 0;
  return (path) =>
    (includesAll || included.some((matches) => matches(path))) && !excluded.some((matches) => matches(path));
}

function createEntryMatcher(entry: string, create: MatcherFactory): PathMatcher {
  const plain = normalizeEntry(entry);
  if (!plain.endsWith('/')) return create(plain);
  return isGlob(plain) ? create(`${plain}**/*`) : (path) => path.startsWith(plain);
}

/** A backslash is a separator, except before a special character of a glob. */
export function normalizeEntry(entry: string): string {
  return entry.replaceAll(/\\(?![*?{}[\]()!@+\\])/g, '/').replace(/^(\.\/)+/, '');
}

/** Whether a list of paths and globs contains a path itself. A glob or a folder that matches the path does not count. */
export function namesLiterally(entries: readonly string[], path: string): boolean {
  return entries.some((entry) => normalizeEntry(entry) === path && !isGlob(entry));
}
