/**
 * Reads and copies regular files. Opening a named pipe waits for a writer and reading a device may never end, so anything
 * but a regular file is an error. Everything that reads a path which a workspace, a model or a command controls uses these
 * functions.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { HoldfastError } from '../../shared/errors.ts';

/**
 * The flags for opening a file to read. Opening a named pipe does not wait for a writer. Windows has neither the flag nor
 * such pipes.
 */
export const NONBLOCKING_READ = constants.O_RDONLY | (constants.O_NONBLOCK || 0);

/** The size of the largest file that is read into memory. A sparse file can have any size without using disk space. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The path is not a regular file, or the file is too large to be read. The message is the cause alone. */
export class UnreadableFileError extends HoldfastError {
  readonly isFolder: boolean;

  constructor(reason: string, isFolder = false) {
    super('storage', reason, { hint: 'Remove it or replace it with a regular file.' });
    this.name = 'UnreadableFileError';
    this.isFolder = isFolder;
  }
}

/**
 * Reads a regular file.
 *
 * @throws UnreadableFileError for anything else and for a file that is too large; the errors of the file system
 */
export async function readPlainFile(absolute: string): Promise<Buffer> {
  const handle = await open(absolute, NONBLOCKING_READ).catch((thrown: unknown) => throwIfSpecial(absolute, thrown));
  try {
    requirePlain(await handle.stat());
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** As `readPlainFile`, for compilers that cannot await. */
export function readPlainFileSync(absolute: string, flags = NONBLOCKING_READ): Buffer {
  const descriptor = openSync(absolute, flags);
  try {
    requirePlain(fstatSync(descriptor));
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Copies a regular file, as a clone where the file system can. Throws as `readPlainFile` does, but copies any size. */
export async function copyPlainFile(from: string, to: string): Promise<void> {
  const stats = await stat(from);
  if (!stats.isFile()) throw new UnreadableFileError(`it is ${describeKind(stats)}, not a file`, stats.isDirectory());
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/** Whether something other than a regular file or a folder is at a path, links followed. */
export function isSpecialFile(absolute: string): boolean {
  try {
    const stats = statSync(absolute, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isFile() && !stats.isDirectory();
  } catch {
    // It cannot be examined, and thus not be opened either.
    return false;
  }
}

/** @throws UnreadableFileError if the stats are not those of a regular file of a readable size */
export function requirePlain(stats: Stats): void {
  if (!stats.isFile()) throw new UnreadableFileError(`it is ${describeKind(stats)}, not a file`, stats.isDirectory());
  if (stats.size <= MAX_FILE_BYTES) return;
  throw new UnreadableFileError(`it has ${stats.size} bytes; the limit is ${MAX_FILE_BYTES}`);
}

/** A socket cannot be opened at all; the error of the system does not say why. */
async function throwIfSpecial(absolute: string, thrown: unknown): Promise<never> {
  const stats = await stat(absolute).catch(() => undefined);
  if (stats?.isSocket()) requirePlain(stats);
  throw thrown;
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
