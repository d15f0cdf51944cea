import { findTreeEscape } from '../../../contract/contract-paths.ts';
import { createPathMatcher, folderOfPattern, isExclusion } from '../../../contract/globs/path-matcher.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';

/**
 * The modules of a tree, as the answers of stages name them: a module is a file or a folder, by its path relative to the
 * root. `.` is the whole tree.
 */
export class TreeModules {
  readonly #files: ReadonlySet<string>;
  readonly #folders = new Set<string>(['.']);

  constructor(files: Iterable<string>) {
    this.#files = new Set(files);
    for (const file of this.#files) {
      for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
        this.#folders.add(file.slice(0, end));
      }
    }
  }

  has(module: string): boolean {
    return this.#files.has(module) || this.#folders.has(module);
  }

  /** The files of a module; the module itself if it does not exist yet. */
  filesOf(module: string): readonly string[] {
    if (!this.has(module)) return [module];
    return [...this.#files].filter((file) => contains(module, file));
  }

  /** ` Did you mean "src/a"?` with the closest module, or an empty string. */
  suggestion(module: string): string {
    return didYouMean(module, [...this.#folders, ...this.#files]);
  }
}

/** A module without `./`, final slashes and backslashes. */
export function normalizeModule(module: string): string {
  const plain = module
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/+)+/, '')
    .replace(/\/+$/, '');
  return plain === '' ? '.' : plain;
}

/** How a module leaves the tree, as the predicate of a sentence; `undefined` if it is inside. */
export function moduleEscape(module: string): string | undefined {
  return findTreeEscape(module)?.description;
}

/** Whether a module is another one or contains it. */
export function contains(outer: string, inner: string): boolean {
  return outer === '.' || inner === outer || inner.startsWith(`${outer}/`);
}

/**
 * Creates a matcher for modules: a glob of the list matches the module, one of its files, or something that could be
 * created in it. A glob that starts with "!" excludes. Letter case is ignored, so that no spelling avoids a safety rule.
 */
export function createModuleMatcher(globs: readonly string[], modules: TreeModules): (module: string) => boolean {
  const matches = createPathMatcher(
    globs.flatMap((glob) => [glob, glob.endsWith('/') ? glob : `${glob}/**`]),
    {
      nocase: true,
    },
  );
  const fixedFolders = globs.flatMap((glob) => {
    const folder = isExclusion(glob) ? '' : folderOfPattern(glob).replace(/\/$/, '').toLowerCase();
    return folder === '' ? [] : [folder];
  });
  return (module) =>
    matches(module) ||
    modules.filesOf(module).some((file) => matches(file)) ||
    // A folder can contain the place that a glob names although it has no files there yet.
    fixedFolders.some((folder) => contains(module.toLowerCase(), folder));
}
