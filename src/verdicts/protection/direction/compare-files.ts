import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import type { Direction } from './direction.ts';

/** A file of the tree before a change. */
export interface FollowedFile {
  readonly path: string;
  /** Where it is after the change; `undefined` if it was deleted. */
  readonly pathAfter: string | undefined;
}

/**
 * What a change of a list of paths and globs does, if the files that they match are judged. Without files of the tree, only
 * the texts are compared. A list may follow the files that the change moves or deletes.
 */
export function compareFiles(
  before: readonly string[],
  after: readonly string[],
  files: readonly FollowedFile[] = [],
): Direction {
  const [one, other] = [before.map(normalize), after.map(normalize)];
  const covers = (lists: readonly string[], entry: string): boolean =>
    lists.some((list) => !list.startsWith('!') && contains(list, entry)) &&
    !lists.some((list) => list.startsWith('!') && contains(entry, list.slice(1)));
  const positive = (entries: readonly string[]): readonly string[] => entries.filter((entry) => !entry.startsWith('!'));
  const [exclusions, added] = [one, other].map((entries) => entries.filter((entry) => entry.startsWith('!')));
  const keepsExclusions = added?.every((entry) => exclusions?.includes(entry)) ?? true;
  if (keepsExclusions && positive(one).every((entry) => covers(other, entry))) return 'tighter';
  const [matchesBefore, matchesAfter] = [createFileMatcher(one), createFileMatcher(other)];
  const had = files.filter(({ path }) => matchesBefore(path));
  const isMatchedAfter = ({ pathAfter }: FollowedFile): boolean => pathAfter !== undefined && matchesAfter(pathAfter);
  const kept = had.filter(({ pathAfter }) => pathAfter !== undefined);
  if (!kept.every(isMatchedAfter)) {
    const known = new Set(had);
    return files.every((file) => known.has(file) || !isMatchedAfter(file)) ? 'less' : 'unknown';
  }
  if (had.length > 0) return kept.length > 0 ? 'tighter' : 'unknown';
  if (positive(other).every((entry) => covers(one, entry)) && positive(other).length > 0) return 'less';
  return 'unknown';
}

/** Matches the files of paths, folders and globs. `test` and `./test` are the folder with everything below it. */
export function createFileMatcher(entries: readonly string[]): (file: string) => boolean {
  const globs = entries.map(normalize).flatMap((entry) => {
    const [sign, plain] = entry.startsWith('!') ? ['!', entry.slice(1)] : ['', entry];
    if (plain === '' || plain === '.') return [`${sign}**`];
    const ends = /\/\*\*$/.test(plain) ? [] : [`${sign}${plain}/**`];
    return [`${sign}${plain}`, ...ends];
  });
  try {
    return createPathMatcher(globs);
  } catch {
    return () => false;
  }
}

function normalize(entry: string): string {
  return entry
    .replace(/^(!?)(?:<rootDir>\/|\.\/)+/, '$1')
    .replace(/\/(?:\.{3})?$/, '')
    .replace(/^\.{3}$/, '.');
}

/** Whether every file of an entry is one of another entry, by their texts: `src` contains `src/a` and `src/**`. */
function contains(outer: string, inner: string): boolean {
  if (outer === inner || outer === '.' || outer === '' || outer === '**' || outer === '**/*') return true;
  const folder = outer.replace(/\/\*\*(?:\/\*)?$/, '');
  if (!/[*?{[]/.test(folder)) return inner === folder || inner.startsWith(`${folder}/`);
  if (/[*?{[]/.test(inner)) {
    // `**/*.test.ts` contains `src/**/*.test.ts`.
    return outer.startsWith('**/') && inner.endsWith(`/${outer.slice(3)}`);
  }
  return createFileMatcher([outer])(inner);
}
