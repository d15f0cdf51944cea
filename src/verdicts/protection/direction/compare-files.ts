import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import type { Direction } from './direction.ts';

/**
 * What a change of a list of paths and globs does, if the files that they match are judged. Without files of the tree, only
 * the texts are compared.
 */
export function compareFiles(
  before: readonly string[],
  after: readonly string[],
  files: readonly string[] = [],
): Direction {
  const [one, other] = [before.map(normalize), after.map(normalize)];
  const covers = (lists: readonly string[], entry: string): boolean =>
    lists.some((list) => !list.startsWith('!') && contains(list, entry)) &&
    !lists.some((list) => list.startsWith('!') && contains(entry, list.slice(1)));
  const positive = (entries: readonly string[]): readonly string[] => entries.filter((entry) => !entry.startsWith('!'));
  const [exclusions, added] = [one, other].map((entries) => entries.filter((entry) => entry.startsWith('!')));
  const keepsExclusions = added?.every((entry) => exclusions?.includes(entry)) ?? true;
  if (keepsExclusions && positive(one).every((entry) => covers(other, entry))) return 'tighter';
  const matched = (entries: readonly string[]): readonly string[] => {
    const matches = createFileMatcher(entries);
    return files.filter((file) => matches(file));
  };
  const [had, has] = [matched(one), new Set(matched(other))];
  const lost = had.filter((file) => !has.has(file));
  const known = new Set(had);
  if (lost.length > 0) return [...has].every((file) => known.has(file)) ? 'less' : 'unknown';
  if (had.length > 0) return 'tighter';
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
