import { statSync, type Stats } from 'node:fs';

/** A file that changed this recently could change again without a new time: clocks of file systems tick every few ms. */
export const TICK_MS = 25;
/** The same for file systems that store whole seconds, or every second one. */
export const COARSE_TICK_MS = 2_100;

/**
 * Identifies the state of a file on disk without reading it. Returns `undefined` if the state is not reliable: the file was
 * written a moment ago, or does not exist.
 *
 * @param stats the stats of the file, if the caller has them
 */
export function readFileStamp(path: string, stats: Stats | undefined = readStats(path)): string | undefined {
  if (stats === undefined) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = stats;
  const isCoarse = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  const tick = isCoarse ? COARSE_TICK_MS : TICK_MS;
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < tick) return undefined;
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
