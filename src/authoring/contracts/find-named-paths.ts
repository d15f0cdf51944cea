import { isGlob } from '../../contract/globs/glob-syntax.ts';
import { findTreeEscape } from '../../contract/contract-paths.ts';
import type { NamedPath } from '../../contract/specifications/task-statements.ts';
import { isGitPath } from '../../workspace/files/safe-path.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** A path that a task names, found in the tree. */
export interface PlacedPath {
  /** A file, or a glob. */
  readonly path: string;
  readonly role: NamedPath['role'];
  /** `new`: a file that does not exist yet. `files`: a glob. */
  readonly kind: 'new' | 'file' | 'files';
}

export interface PlacedPaths {
  readonly placed: readonly PlacedPath[];
  /** Why a path is not used, as sentences without a full stop. */
  readonly notes: readonly string[];
}

/** Finds in a tree the paths that a task names. A text that may not be a path stays prose. */
export class NamedPathFinder {
  readonly #tree: SourceTree;
  readonly #files: readonly string[];
  readonly #folder: string;

  /** @param folder the folder of the specification: its documents are read and not written */
  constructor(tree: SourceTree, files: readonly string[], folder: string) {
    this.#tree = tree;
    this.#files = files;
    this.#folder = folder;
  }

  async place(named: readonly NamedPath[]): Promise<PlacedPaths> {
    const placed = new Map<string, PlacedPath>();
    const notes: string[] = [];
    for (const one of named) {
      const found = await this.#find(one);
      if (typeof found === 'string') notes.push(found);
      // A file that is written is in the list of allowed files, even if the task also refers to it.
      else if (found !== undefined && placed.get(found.path)?.role !== 'write') placed.set(found.path, found);
    }
    return { placed: [...placed.values()], notes };
  }

  /** The found path, or the reason why it is not used; `undefined` if the text may not be a path. */
  async #find({ path, role, isCode }: NamedPath): Promise<PlacedPath | string | undefined> {
    if (findTreeEscape(path) !== undefined || isGitPath(path) || path.startsWith('$')) return undefined;
    if (path.startsWith('node_modules/')) return undefined;
    if (isGlob(path)) return { path, role: role === 'remove' ? 'write' : role, kind: 'files' };
    const bare = path.replace(/\/$/, '');
    const kind = await this.#tree.kindOf(bare);
    if (kind === 'file') return { path: bare, role, kind: 'file' };
    if (kind === 'folder') return this.#folderOf(bare, path, role);
    if (await this.#isDocument(bare)) return { path: `${this.#folder}/${bare}`, role: 'read', kind: 'file' };
    return this.#findMissing(path, bare, role, isCode);
  }

  #folderOf(bare: string, path: string, role: NamedPath['role']): PlacedPath | undefined {
    // A word such as "test" is also the name of a folder. A path has a separator.
    if (!path.includes('/') || role === 'read' || role === 'remove') return undefined;
    return { path: `${bare}/**`, role, kind: 'files' };
  }

  async #isDocument(bare: string): Promise<boolean> {
    return this.#folder !== '' && (await this.#tree.kindOf(`${this.#folder}/${bare}`)) === 'file';
  }

  async #findMissing(
    path: string,
    bare: string,
    role: NamedPath['role'],
    isCode: boolean,
  ): Promise<PlacedPath | string | undefined> {
    const first = bare.split('/')[0] ?? '';
    const isInFolder = bare.includes('/');
    const hasRoot = isInFolder && (await this.#tree.kindOf(first)) === 'folder';
    const matches = hasRoot ? [] : this.#files.filter((file) => file.endsWith(`/${bare}`));
    const [match] = matches;
    if (match !== undefined && matches.length === 1) return { path: match, role, kind: 'file' };
    if (matches.length > 1) return `${bare} can be one of ${matches.length} files`;
    if (role === 'read' || role === 'remove' || isPlanDocument(bare)) return undefined;
    if (path.endsWith('/')) return isInFolder || isCode ? { path: `${bare}/**`, role, kind: 'files' } : undefined;
    if (!/\.\w+$/.test(bare.split('/').at(-1) ?? '')) return undefined;
    if (isInFolder || isRootFile(bare)) return { path: bare, role, kind: 'new' };
    return `${bare} has no folder in the text`;
  }
}

/** Whether a path has the name of a document of a plan. If a task names one that does not exist, it is only an example. */
function isPlanDocument(path: string): boolean {
  return /(?:^|\/)(?:tasks|proposal)\.md$/.test(path);
}

/** Whether a file name is usual in the root folder, so that a name without a folder is a path. */
function isRootFile(name: string): boolean {
  return /^(?:package\.json|tsconfig(?:\.\w+)?\.json|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|LICENSE\.md|\.[\w.]+|[\w-]+\.config\.[cm]?[jt]s|docker-compose\.ya?ml|pyproject\.toml|requirements\.txt|Cargo\.toml|go\.mod)$/.test(
    name,
  );
}
