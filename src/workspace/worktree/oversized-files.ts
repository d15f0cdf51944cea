import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from '../git/git.ts';
import { DEFAULT_BASE_LIMITS } from '../git/snapshot.ts';

export interface OversizedFile {
  /** Relative to the worktree. */
  readonly path: string;
  readonly isIgnored: boolean;
}

/**
 * Lists the files of a worktree that a snapshot leaves out because of their size: untracked ones as in a base, tracked ones
 * that have grown over the limit of all files. Without it, a command could keep git busy for hours with a file of holes.
 *
 * @param included ignored files that the snapshot contains nevertheless, relative to the worktree
 */
export async function listOversizedFiles(
  git: Git,
  worktree: string,
  included: readonly string[],
  signal?: AbortSignal,
): Promise<readonly OversizedFile[]> {
  const changed = await git.fields(
    ['ls-files', '-z', '-t', '--modified', '--others', '--exclude-standard', '-x', 'node_modules'],
    { action: 'list the changed files', signal },
  );
  const { fileBytes, totalBytes, files } = DEFAULT_BASE_LIMITS;
  const limits = new Map<string, number>();
  for (const field of changed) limits.set(field.slice(2), field.startsWith('?') ? fileBytes : totalBytes);
  const listed = new Set(limits.keys());
  for (const file of included) limits.set(file, limits.get(file) ?? fileBytes);
  const oversized: OversizedFile[] = [];
  let [total, count] = [0, 0];
  for (const [file, limit] of limits) {
    const size = await sizeOf(path.join(worktree, file));
    if (size > limit || total + size > totalBytes || count === files) {
      oversized.push({ path: file, isIgnored: !listed.has(file) });
    } else {
      total += size;
      count += 1;
    }
  }
  return oversized;
}

async function sizeOf(file: string): Promise<number> {
  try {
    const stats = await lstat(file);
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  }
}
