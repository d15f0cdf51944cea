/**
 * Reads and copies regular files [CONF-4]. Opening a named pipe waits for a writer and reading a device may never end, so
 * anything but a regular file is an error. The only code that opens a file to read it, except for the files that
 * test/architecture/file-readers.test.ts lists.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { copyFile, open, stat, writeFile } from 'node:fs/promises';
import { HoldfastError } from '../../foundation/errors.ts';
import { systemErrorCode, whenFound } from '../../foundation/system-error.ts';

/**
 * The flags for opening a file to read. Opening a named pipe does not wait for a writer. Windows has neither the flag nor
 * such pipes.
 */
export const NONBLOCKING_READ = constants.O_RDONLY | (constants.O_NONBLOCK || 0);

const NONBLOCKING_WRITE = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK || 0);

/** The size of the largest file that is read into memory. A sparse file can have any size without using disk space. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The path is not a regular file, or the file is too large to be read. The message is the cause alone. */
export class UnreadableFileError extends HoldfastError {
  readonly isFolder: boolean;

  constructor(file: string, reason: string, isFolder = false) {
    super('storage', reason, { hint: `Remove ${file}, or replace it with a regular file.` });
    this.name = 'UnreadableFileError';
    this.isFolder = isFolder;
  }
}

/**
 * Reads a regular file.
 *
 * @param limit the size of the largest file that is read, in bytes
 * @throws UnreadableFileError for anything else and for a file that is too large; the errors of the file system
 */
export async function readPlainFile(absolute: string, limit = MAX_FILE_BYTES): Promise<Buffer> {
  const handle = await open(absolute, NONBLOCKING_READ).catch((thrown: unknown) => throwIfSpecial(absolute, thrown));
  try {
    const reading = new BoundedRead(absolute, await handle.stat(), limit);
    for (let part: Buffer | undefined = reading.start(); part !== undefined;) {
      const { bytesRead } = await handle
        .read(part, 0, part.length, null)
        .catch((thrown: unknown) => throwIfWaiting(absolute, thrown));
      part = reading.next(bytesRead);
    }
    return reading.content;
  } finally {
    await handle.close();
  }
}

/** The text of a regular file. Throws as `readPlainFile` does. */
export async function readPlainText(absolute: string): Promise<string> {
  return (await readPlainFile(absolute)).toString('utf8');
}

/** As `readPlainFile`, for compilers that cannot await. */
export function readPlainFileSync(absolute: string, flags = NONBLOCKING_READ): Buffer {
  const descriptor = openSync(absolute, flags);
  try {
    const reading = new BoundedRead(absolute, fstatSync(descriptor), MAX_FILE_BYTES);
    for (let part: Buffer | undefined = reading.start(); part !== undefined;) {
      part = reading.next(readPart(absolute, descriptor, part));
    }
    return reading.content;
  } finally {
    closeSync(descriptor);
  }
}

function readPart(absolute: string, descriptor: number, part: Buffer): number {
  try {
    return readSync(descriptor, part, 0, part.length, null);
  } catch (thrown) {
    return throwIfWaiting(absolute, thrown);
  }
}

/** Some files below /proc and /sys are regular, and yet a read of them waits for data. */
function throwIfWaiting(absolute: string, thrown: unknown): never {
  if (systemErrorCode(thrown) !== 'EAGAIN') throw thrown;
  throw new UnreadableFileError(absolute, 'it has no end: a read of it waits for more data');
}

const SMALL_PART_BYTES = 64 * 1024;
/** The system reads at most 2 GiB at once. */
const LARGEST_PART_BYTES = 1024 ** 3;

/** Collects the parts of a file, up to a limit. The size of a file below /proc is 0, also if a read of it returns data. */
class BoundedRead {
  readonly #file: string;
  readonly #size: number;
  readonly #limit: number;
  readonly #parts: Buffer[] = [];
  #part = Buffer.alloc(0);
  #length = 0;

  /** @throws UnreadableFileError if it is not a regular file of a readable size */
  constructor(file: string, stats: Stats, limit: number) {
    requirePlain(file, stats, limit);
    this.#file = file;
    this.#size = stats.size;
    this.#limit = limit;
  }

  /** The buffer for the first part. */
  start(): Buffer {
    return this.#allocate(this.#size === 0 ? SMALL_PART_BYTES : this.#size + 1);
  }

  /** Adds what was read. Returns the buffer for the next part, or `undefined` at the end of the file. */
  next(bytesRead: number): Buffer | undefined {
    this.#parts.push(this.#part.subarray(0, bytesRead));
    this.#length += bytesRead;
    if (bytesRead === 0 || (this.#size > 0 && this.#length === this.#size)) return undefined;
    if (this.#length > this.#limit) {
      throw new UnreadableFileError(this.#file, `it has more than ${this.#limit} bytes, which is the limit`);
    }
    return this.#allocate(Math.max(this.#size - this.#length + 1, SMALL_PART_BYTES));
  }

  get content(): Buffer {
    const [first, ...more] = this.#parts;
    return first !== undefined && more.length === 0 ? first : Buffer.concat(this.#parts, this.#length);
  }

  #allocate(bytes: number): Buffer {
    this.#part = Buffer.allocUnsafeSlow(Math.min(bytes, LARGEST_PART_BYTES));
    return this.#part;
  }
}

/** Copies a regular file, as a clone where the file system can. Throws as `readPlainFile` does, but copies any size. */
export async function copyPlainFile(from: string, to: string): Promise<void> {
  requirePlain(from, await stat(from), Infinity);
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/**
 * Rejects a file that is not a regular one before it is replaced: a rename over a device would remove the device.
 *
 * @throws UnreadableFileError if something else is there; the errors of the file system, except that it is missing
 */
export async function requireReplaceable(absolute: string): Promise<void> {
  const stats = await whenFound(stat(absolute));
  if (stats !== undefined) requirePlain(absolute, stats, Infinity);
}

/**
 * Writes a file that a person names, which can be a device or a pipe such as /dev/stdout. Opening a named pipe waits for a
 * reader, so one without a reader is an error.
 *
 * @throws UnreadableFileError if it is a named pipe without a reader; the errors of the file system
 */
export async function writeNamedFile(absolute: string, text: string): Promise<void> {
  try {
    await (await open(absolute, NONBLOCKING_WRITE)).close();
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'ENXIO') throw thrown;
    throw new UnreadableFileError(absolute, 'it is a named pipe without a reader, or a socket');
  }
  await writeFile(absolute, text);
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
export function requirePlain(file: string, stats: Stats, limit = MAX_FILE_BYTES): void {
  if (!stats.isFile()) {
    throw new UnreadableFileError(file, `it is ${describeKind(stats)}, not a file`, stats.isDirectory());
  }
  if (stats.size > limit) throw new UnreadableFileError(file, `it has ${stats.size} bytes; the limit is ${limit}`);
}

/** A socket cannot be opened at all; the error of the system does not say why. */
async function throwIfSpecial(absolute: string, thrown: unknown): Promise<never> {
  const stats = await stat(absolute).catch(() => undefined);
  if (stats?.isSocket()) requirePlain(absolute, stats);
  throw thrown;
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
