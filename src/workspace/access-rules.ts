import picomatch from 'picomatch';
import { globMatcher } from '../contract/glob-matcher.ts';
import { isGlob } from '../contract/tree-path.ts';

export interface AccessRules {
  /** Paths or globs; empty: any file. */
  readonly allowedFiles: readonly string[];
  /** Paths or globs; they outweigh allowedFiles. */
  readonly forbiddenFiles: readonly string[];
}

export type PathMatcher = (file: string) => boolean;

/**
 * The files that entries allow: paths as written, globs, and - for an entry that ends with `/` - everything below a
 * folder; an entry that begins with `!` takes out what it matches.
 */
export function allowedMatcher(entries: readonly string[]): PathMatcher {
  return matcher(entries, meant, mayBeMeant);
}

/** The files that entries, written like those that allow, forbid: in any letter case, and in every way to read them. */
export function forbiddenMatcher(entries: readonly string[]): PathMatcher {
  const folded = matcher(
    entries.map((entry) => entry.toLowerCase()),
    mayBeMeant,
    meant,
  );
  return (file) => folded(file.toLowerCase());
}

type Reading = (glob: string) => PathMatcher;

/** A glob as it is read everywhere. */
function meant(glob: string): PathMatcher {
  return isGlob(glob) ? globMatcher([glob]) : (file) => file === glob;
}

/** As well as a glob whose brackets and parentheses are all characters of names, and one where none is. */
function mayBeMeant(glob: string): PathMatcher {
  if (!/[*?{!]/.test(glob)) return meant(glob);
  const matches = picomatch([glob, glob.replaceAll(/[[\]()]/g, '\\$&')], { dot: true });
  const isMeant = meant(glob);
  return (file) => matches(file) || isMeant(file);
}

function matcher(entries: readonly string[], taking: Reading, takingOut: Reading): PathMatcher {
  const takenOut = entries.filter((entry) => entry.startsWith('!')).map((entry) => single(entry.slice(1), takingOut));
  const taken = entries.filter((entry) => !entry.startsWith('!')).map((entry) => single(entry, taking));
  const all = taken.length === 0 && takenOut.length > 0;
  return (file) => (all || taken.some((matches) => matches(file))) && !takenOut.some((matches) => matches(file));
}

function single(entry: string, reading: Reading): PathMatcher {
  const plain = entry.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  return plain.endsWith('/') ? (file) => file.startsWith(plain) : reading(plain);
}
