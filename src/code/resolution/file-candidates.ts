import { languageOf } from '../source-language.ts';
import { nameOf } from './tree-path.ts';

/** Which paths of the tree are files. */
export interface FileLookup {
  has(path: string): boolean;
}

const withoutExtension: readonly string[] = ['.ts', '.tsx', '.d.ts', '.js', '.jsx'];

/** What may stand behind an extension that is written in an import, in TypeScript's order. */
const substitutions: ReadonlyMap<string, readonly string[]> = new Map([
  ['.mjs', ['.mts', '.d.mts', '.mjs']],
  ['.cjs', ['.cts', '.d.cts', '.cjs']],
  ['.js', withoutExtension],
  ['.jsx', ['.tsx', '.ts', '.d.ts', '.jsx', '.js']],
]);

const noSuffixes: readonly string[] = [''];

/**
 * The file that an import of `path` means, without regard to folders: the extension as it is written, what it stands
 * for (`.js` for `.ts`), or the extensions that may be left out.
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
  const found = firstWith(files, path, withoutExtension, suffixes);
  if (found !== undefined) return found;
  return extension !== '' && files.has(path) ? path : undefined;
}

/** Every path at which an import of `path` looks, be it a file or a folder. */
export function candidatesFor(path: string, suffixes: readonly string[] = noSuffixes): readonly string[] {
  const asked = new Set<string>();
  const lookup: FileLookup = {
    has(candidate) {
      asked.add(candidate);
      return false;
    },
  };
  const prefix = path === '' ? '' : `${path}/`;
  if (path !== '') {
    fileAt(lookup, path, suffixes);
    asked.add(path);
  }
  fileAt(lookup, `${prefix}index`, suffixes);
  return [...asked.add(`${prefix}package.json`)];
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
