import { statSync, type Stats } from 'node:fs';

/** A file that was written less than this time ago may change again without a new stamp. */
const SETTLED_AFTER_MS = 2_000;

/**
 * Identifies the state of a file on disk without reading it. Returns `undefined` if the state is not reliable: the file
 * was written less than two seconds ago, or does not exist.
 *
 * @param stats the stats of the file, if the caller has them
 */
export function readFileStamp(path: string, stats: Stats | undefined = readStats(path)): string | undefined {
  if (stats === undefined) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = stats;
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < SETTLED_AFTER_MS) return undefined;
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function readStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A parent of the path is a file, or is not readable.
    return undefined;
  }
}
