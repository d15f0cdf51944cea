import { statSync, type Stats } from 'node:fs';

/** A file that was written shortly before it was looked at may be written again without its stamp changing. */
const SETTLED_AFTER_MS = 2_000;

/**
 * What tells one state of a file on disk from others, without reading it. Undefined where its look says too little: it
 * was just written, or is not there.
 *
 * @param look how it looks, where that is known
 */
export function fileStamp(path: string, look: Stats | undefined = lookAt(path)): string | undefined {
  if (look === undefined) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = look;
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < SETTLED_AFTER_MS) return undefined;
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file in the place of a folder, or a folder that may not be entered.
    return undefined;
  }
}
