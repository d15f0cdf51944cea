import { ancestorFolders, folderOf, isWithin, pathWithin } from '../../resolution/tree-path.ts';
import type { ImportResolver, TreeFiles } from '../interface/code-language.ts';
import { findSourceRoots } from './source-roots.ts';

const PACKAGE_FILE = '__init__.py';
/** The files that a module can be, the best first: a stub counts where there is no module. */
const MODULE_ENDINGS = [`/${PACKAGE_FILE}`, '.py', '/__init__.pyi', '.pyi'] as const;
/** The sources and results of compiled modules. Their names are not read. */
const EXTENSION_ENDINGS = ['.pyx', '.c', '.cpp', '.rs', '.so', '.pyd'] as const;

/** Resolves imports as Python does. Nothing of the environment is known: every module is one of the tree. */
export class PythonResolver implements ImportResolver {
  readonly #files: TreeFiles;
  readonly #roots: readonly string[];
  /** The folders that contain a module, directly or deeper. A folder without `__init__.py` is a namespace package. */
  #folders: ReadonlySet<string> | undefined;
  readonly #resolved = new Map<string, string | null>();

  constructor(files: TreeFiles, configuration: ReadonlyMap<string, string>) {
    this.#files = files;
    this.#roots = findSourceRoots(configuration);
  }

  resolve(fromFile: string, specifier: string): string | undefined {
    const key = `${folderOf(fromFile)}\0${specifier}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known ?? undefined;
    const found = this.#resolve(fromFile, specifier);
    this.#resolved.set(key, found ?? null);
    return found;
  }

  candidatesFor(fromFile: string, specifier: string): readonly string[] {
    const path = specifier.startsWith('.')
      ? relativePath(fromFile, specifier)
      : this.#pathInOwnPackage(fromFile, specifier);
    if (path === undefined) return [];
    return path === '' ? [PACKAGE_FILE] : [...MODULE_ENDINGS, ...EXTENSION_ENDINGS].map((ending) => path + ending);
  }

  specifierFor(file: string): string {
    const root = this.#rootOf(file);
    const path = pathWithin(file, root)
      .replace(/\.pyi?$/, '')
      .replace(/(?:^|\/)__init__$/, '');
    return path.replaceAll('/', '.');
  }

  /** The path of a module of the package that a file belongs to; `undefined` for other packages, which can be installed. */
  #pathInOwnPackage(fromFile: string, specifier: string): string | undefined {
    const [outermost = ''] = specifier.split('.');
    const root = this.#outsidePackage(folderOf(fromFile));
    const folder = joinSegments(root, [outermost]);
    const isOwn = isWithin(folderOf(fromFile), folder) && this.#isPackage(folder);
    return isOwn ? joinSegments(root, specifier.split('.')) : undefined;
  }

  #resolve(fromFile: string, specifier: string): string | undefined {
    if (specifier.startsWith('.')) {
      const path = relativePath(fromFile, specifier);
      return path === undefined ? undefined : this.#moduleAt(path);
    }
    const segments = specifier.split('.');
    for (const root of this.#searchPath(fromFile)) {
      const [outermost = ''] = segments;
      const path = joinSegments(root, segments);
      const found = this.#moduleAt(path);
      if (found !== undefined) return found;
      // A package or module with the outermost name hides those in later folders. A namespace package does not.
      if (this.#moduleAt(joinSegments(root, [outermost])) !== undefined) return undefined;
    }
    return undefined;
  }

  /** A package precedes a module of the same name. */
  #moduleAt(path: string): string | undefined {
    if (path === '') return this.#files.has(PACKAGE_FILE) ? PACKAGE_FILE : undefined;
    const ending = MODULE_ENDINGS.find((one) => this.#files.has(path + one));
    return ending === undefined ? undefined : path + ending;
  }

  /**
   * The folders that are searched for an absolute import: the one that contains the outermost package of the importing
   * file, its ancestors, and the folders of the projects of the tree.
   */
  *#searchPath(fromFile: string): Generator<string> {
    const seen = new Set<string>();
    const start = this.#outsidePackage(folderOf(fromFile));
    for (const folder of [...ancestorFolders(start), ...this.#roots]) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      yield folder;
    }
  }

  /** The nearest folder that is not a regular package. */
  #outsidePackage(folder: string): string {
    let current = folder;
    while (current !== '' && this.#isPackage(current)) current = folderOf(current);
    return current;
  }

  #isPackage(folder: string): boolean {
    return this.#files.has(`${folder}/${PACKAGE_FILE}`) || this.#files.has(`${folder}/__init__.pyi`);
  }

  /** The folder from which a file is imported: the innermost project folder outside its package. */
  #rootOf(file: string): string {
    const start = this.#outsidePackage(folderOf(file));
    const roots = this.#roots.filter((root) => isWithin(start, root) && (root === '' || this.#getFolders().has(root)));
    return roots.sort((a, b) => b.length - a.length)[0] ?? '';
  }

  #getFolders(): ReadonlySet<string> {
    if (this.#folders === undefined) {
      const folders = new Set<string>();
      for (const file of this.#files) {
        if (!file.endsWith('.py') && !file.endsWith('.pyi')) continue;
        for (const folder of ancestorFolders(folderOf(file))) {
          if (folders.has(folder)) break;
          folders.add(folder);
        }
      }
      this.#folders = folders;
    }
    return this.#folders;
  }
}

/** The path that a relative import means, without an extension; `undefined` outside the tree. */
function relativePath(fromFile: string, specifier: string): string | undefined {
  const [dots = ''] = /^\.+/.exec(specifier) ?? [];
  let folder = folderOf(fromFile);
  for (let level = 1; level < dots.length; level++) {
    if (folder === '') return undefined;
    folder = folderOf(folder);
  }
  const names = specifier.slice(dots.length).split('.');
  return joinSegments(
    folder,
    names.filter((name) => name !== ''),
  );
}

function joinSegments(folder: string, segments: readonly string[]): string {
  return [...(folder === '' ? [] : [folder]), ...segments].join('/');
}
