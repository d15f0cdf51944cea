/**
 * What this process can learn of paths of the machine. What it cannot examine is missing for it, and for the commands that it
 * starts too, so each answer is "nothing" instead of an error.
 */
import { accessSync, closeSync, constants, openSync, readdirSync, readlinkSync } from 'node:fs';
import { readSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { NONBLOCKING_READ, readPlainFileSync } from '../plain-files/plain-file.ts';

const SHEBANG_BYTES = 256;

/** The entries of a folder; none if it cannot be listed. */
export function entriesOf(folder: string): readonly Dirent[] {
  return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** The first bytes of a file, as many as a line that names an interpreter has. */
export function readStart(file: string): string {
  const descriptor = attempt(() => openSync(file, NONBLOCKING_READ));
  if (descriptor === undefined) return '';
  try {
    const buffer = Buffer.alloc(SHEBANG_BYTES);
    return buffer.toString('latin1', 0, attempt(() => readSync(descriptor, buffer, 0, SHEBANG_BYTES, 0)) ?? 0);
  } finally {
    closeSync(descriptor);
  }
}

export function readText(file: string): string | undefined {
  return attempt(() => readPlainFileSync(file).toString('utf8'));
}

export function readLink(file: string): string | undefined {
  return attempt(() => readlinkSync(file));
}

export function realpathOf(item: string): string | undefined {
  return attempt(() => realpathSync.native(item));
}

export function isExecutable(file: string): boolean {
  return (
    attempt(() => {
      accessSync(file, constants.X_OK);
      return true;
    }) === true
  );
}

/** When a file or folder was changed, in milliseconds. */
export function changeTimeOf(item: string): number | undefined {
  return attempt(() => statSync(item).mtimeMs);
}

/** The result of a call of the file system; `undefined` if it fails. */
function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
