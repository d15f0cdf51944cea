/**
 * A tree of files that checks and the module index read: the user's workspace (unsaved text included), the tree of an
 * attempt, or an in-memory one in tests. Paths are relative to the root, written with `/`, and never leave it.
 */
export interface SourceTree {
  /** Absolute path of the root on disk. */
  readonly root: string;
  /** The text of a file, or undefined where there is none. Throws a HoldfastError where it cannot be read. */
  readText(path: string): Promise<string | undefined>;
  /**
   * The absolute path of a file whose text is what stands on disk there; undefined where it is not (unsaved text) or may
   * not be. For those who read very many files; the path is not looked at, so there may be nothing, or a link.
   */
  diskPathOf?(path: string): string | undefined;
  /** What stands at a path; links that lead out of the tree count as nothing. */
  kindOf(path: string): Promise<'file' | 'folder' | undefined>;
  /** Every file that is tracked, or untracked and not ignored. Sorted. */
  listFiles(): Promise<readonly string[]>;
}
