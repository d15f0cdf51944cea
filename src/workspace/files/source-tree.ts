/**
 * A tree of files that checks and the module index read: the user's workspace with unsaved text, the worktree of an
 * attempt, or an in-memory tree in tests. Paths are relative to the root, use `/`, and stay inside the tree.
 */
export interface SourceTree {
  /** Absolute path of the root on disk. */
  readonly root: string;
  /**
   * Reads the text of a file; `undefined` if it does not exist or a link in its path leads out of the tree. Throws a
   * HoldfastError if it cannot be read.
   */
  readText(path: string): Promise<string | undefined>;
  /**
   * The absolute path from which the text of a file can be read directly; `undefined` if the file has unsaved text. This
   * is an optimization for callers that read many files. The path is not checked: it may not exist, or may be a link.
   */
  diskPathOf?(path: string): string | undefined;
  /** The kind of a path; `undefined` if it does not exist or a link in it leads out of the tree. */
  kindOf(path: string): Promise<'file' | 'folder' | undefined>;
  /** Lists the files that are tracked, or untracked and not ignored. Sorted. */
  listFiles(): Promise<readonly string[]>;
}

/** The files that a limited tree contains. Paths are relative to the root. */
export interface TreeLimit {
  /** The files that are listed, sorted. */
  readonly files: readonly string[];
  /** More files that can be read and are not listed, such as copies of ignored files. */
  readonly alsoReadable: readonly string[];
}
