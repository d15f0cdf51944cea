/**
 * The rules for paths in a contract: relative, inside the tree, separated by "/". Every function here works on the text
 * alone; symbolic links are resolved where files are opened.
 */

/** A way in which a path leaves the tree. */
export interface TreeEscape {
  readonly kind: 'drive' | 'absolute' | 'home' | 'parent' | 'nul';
  /** The predicate of a sentence: "is an absolute path". */
  readonly description: string;
}

/** Finds how a path leaves the tree; `undefined` if it stays inside. */
export function findTreeEscape(path: string): TreeEscape | undefined {
  if (/^[A-Za-z]:/.test(path)) return { kind: 'drive', description: 'starts with a drive letter' };
  if (/^[\\/]/.test(path)) return { kind: 'absolute', description: 'is an absolute path' };
  if (/^~(?:[\\/]|$)/.test(path)) return { kind: 'home', description: 'starts with "~" (the home folder)' };
  if (path.split(/[\\/]/).includes('..')) return { kind: 'parent', description: 'contains ".."' };
  if (path.includes('\0')) return { kind: 'nul', description: 'contains a NUL character' };
  return undefined;
}

/** Whether a path uses a backslash as a separator, not as the escape of a special character of a pattern. */
export function hasBackslashSeparator(path: string): boolean {
  return /\\[^*?{}[\]()!@+\\]/.test(path);
}
