import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import { isWithin, pathWithin } from '../../../code/resolution/tree-path.ts';
import { isLiteral, stringsOf, valuesOf, type RunnerConfiguration } from './configuration-values.ts';

type FileFilter = (file: string) => boolean;

/** The filter of globs that are relative to a folder. A leading `./` or `<rootDir>/` is that folder. */
export function globFilter(globs: readonly string[], folder = ''): FileFilter {
  const entries = globs.map((glob) => glob.replace(/^(!?)(?:\.\/|<rootDir>\/)+/, '$1'));
  const matches = createPathMatcher(entries);
  return (file) => isWithin(file, folder) && matches(pathWithin(file, folder));
}

/** The filter that accepts what any of the given ones accepts. */
export function anyFilter(filters: readonly FileFilter[]): FileFilter {
  return (file) => filters.some((accepts) => accepts(file));
}

/**
 * The filter of the globs under a key of the configurations. A configuration without the key, or with an expression as its
 * value, selects the default files.
 */
export function configuredFilter(
  configurations: readonly RunnerConfiguration[],
  key: string,
  defaults: readonly string[],
): FileFilter {
  if (configurations.length === 0) return globFilter(defaults);
  return anyFilter(
    configurations.map(({ folder, text }) => {
      const values = valuesOf(text, key);
      const isKnown = values.length > 0 && values.every(isLiteral);
      return globFilter([...values.flatMap(stringsOf), ...(isKnown ? [] : defaults)], folder);
    }),
  );
}
