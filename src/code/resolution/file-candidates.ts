import { languageOf } from '../language/source-language.ts';
import { nameOf } from './tree-path.ts';

/** The files of a tree. */
export interface FileLookup {
  has(path: string): boolean;
}

const OMITTED_EXTENSIONS: readonly string[] = ['.ts', '.tsx', '.d.ts', '.js', '.jsx'];

/** The extensions of source files that an extension in an import can resolve to, in TypeScript's order. */
const substitutions: ReadonlyMap<string, readonly string[]> = new Map([
  ['.mjs', ['.mts', '.d.mts', '.mjs']],
  ['.cjs', ['.cts', '.d.cts', '.cjs']],
  ['.js', OMITTED_EXTENSIONS],
  ['.jsx', ['.tsx', '.ts', '.d.ts', '.jsx', '.js']],
]);

const noSuffixes: readonly string[] = [''];

/**
 * The file that an import of `path` resolves to, without folder lookup: with the extension as written, with a substituted
 * extension (`.ts` for `.js`), or with an extension that the import omits; `undefined` if there is none.
 * @param suffixes `moduleSuffixes` of the project
 */
export function fileAt(files: FileLookup, path: string, suffixes: readonly string[] = noSuffixes): string | undefined {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const substitutes = substitutions.get(extension);
  if (substitutes !== undefined) {
    const found = firstWith(files, path.slice(0, -extension.length), substitutes, suffixes);
    if (found !== undefined) return found;
  } else if (extension !== '') {
    const stem = path.slice(0, -extension.length);
    for (const suffix of suffixes) {
      const exact = `${stem}${suffix}${extension}`;
      if (files.has(exact) && (languageOf(exact) !== undefined || extension === '.json')) return exact;
    }
    const declaration = `${stem}.d${extension}.ts`;
    if (files.has(declaration)) return declaration;
  }
  const found = firstWith(files, path, OMITTED_EXTENSIONS, suffixes);
  if (found !== undefined) return found;
  return extension !== '' && files.has(path) ? path : undefined;
}

/** Every path that an import of `path` can resolve to, as a file or as a folder. */
export function candidatesFor(path: string, suffixes: readonly string[] = noSuffixes): readonly string[] {
  const candidates = new Set<string>();
  const lookup: FileLookup = {
    has(candidate) {
      candidates.add(candidate);
      return false;
    },
  };
  const prefix = path === '' ? '' : `${path}/`;
  if (path !== '') {
    fileAt(lookup, path, suffixes);
    candidates.add(path);
  }
  fileAt(lookup, `${prefix}index`, suffixes);
  return [...candidates.add(`${prefix}package.json`)];
}

function firstWith(
  files: FileLookup,
  stem: string,
  extensions: readonly string[],
  suffixes: readonly string[],
): string | undefined {
  for (const extension of extensions) {
    for (const suffix of suffixes) {
      const candidate = stem + suffix + extension;
      if (files.has(candidate)) return candidate;
    }
  }
  return undefined;
}
