import type { CommandNeed } from './command-reading.ts';
import { pathInFolder } from './path-in-folder.ts';

const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx', '.json', '.node'];

/** The files that a path given to a JavaScript runtime may mean. */
export function moduleFiles(path: string): readonly string[] {
  const written = /^(.*)\.([cm]?)jsx?$/.exec(path);
  const asSource = written ? ['ts', 'tsx'].map((ending) => `${written[1] ?? ''}.${written[2] ?? ''}${ending}`) : [];
  return [
    path,
    ...asSource,
    ...ENDINGS.map((ending) => `${path}${ending}`),
    ...ENDINGS.map((ending) => `${path}/index${ending}`),
    `${path}/package.json`,
  ];
}

/**
 * What a module named in inline code needs. Only relative ones are files of the tree: a bare name may be a package that
 * another brought along, and `#name` is for package.json to say.
 */
export function specifierNeed(specifier: string, folder: string): CommandNeed | undefined {
  if (!/^\.\.?(\/|$)/.test(specifier)) return undefined;
  const path = pathInFolder(folder, specifier.replace(/[?#].*$/s, ''));
  if (path === undefined) return undefined;
  return { shown: path, files: moduleFiles(path), because: `imports ${specifier}` };
}

/** What a script that a runtime is started with needs. */
export function scriptNeed(written: string, folder: string): (CommandNeed & { readonly path: string }) | undefined {
  const path = pathInFolder(folder, written);
  return path === undefined ? undefined : { path, shown: path, files: moduleFiles(path), because: `runs ${path}` };
}
