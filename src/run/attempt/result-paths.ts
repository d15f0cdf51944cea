import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidPathError, normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';

/** Finds the file of the result that a printed path refers to. */
export class ResultPaths {
  readonly #files: ReadonlySet<string>;
  readonly #changed: ReadonlySet<string>;
  readonly #attempt: Pick<AttemptWorktree, 'root' | 'topLevel'>;

  constructor(
    files: readonly string[],
    changed: ReadonlySet<string>,
    attempt: Pick<AttemptWorktree, 'root' | 'topLevel'>,
  ) {
    this.#files = new Set(files);
    this.#changed = changed;
    this.#attempt = attempt;
  }

  find(printed: string): string | undefined {
    const relative = this.#toRelative(printed);
    if (relative === undefined || relative === '') return undefined;
    if (this.#files.has(relative)) return relative;
    // A tool that runs in a package prints paths from its folder.
    const isSame = (file: string): boolean => file.endsWith(`/${relative}`);
    const candidates = [...this.#changed].filter(isSame);
    const matching = candidates.length > 0 ? candidates : [...this.#files].filter(isSame);
    return matching.length === 1 ? matching[0] : undefined;
  }

  /** The path relative to the workspace folder; undefined if it is outside. */
  #toRelative(printed: string): string | undefined {
    const file = toFilePath(printed);
    if (file === undefined) return undefined;
    try {
      return normalizeRelative(path.isAbsolute(file) ? this.#fromWorktree(file) : file);
    } catch (thrown) {
      if (thrown instanceof InvalidPathError) return undefined;
      throw thrown;
    }
  }

  /** The path of a file in a worktree, relative to the workspace folder. Worktrees of earlier processes have other ids. */
  #fromWorktree(file: string): string {
    const { root, topLevel } = this.#attempt;
    const names = path.relative(path.dirname(path.dirname(topLevel)), file).split(path.sep);
    if (names[0] === '..' || path.isAbsolute(names.join(path.sep))) return '';
    return path.relative(path.relative(topLevel, root), names.slice(2).join(path.sep));
  }
}

function toFilePath(printed: string): string | undefined {
  if (!printed.startsWith('file:')) return printed;
  try {
    return fileURLToPath(printed);
  } catch {
    // The output contains an incomplete URL.
    return undefined;
  }
}
