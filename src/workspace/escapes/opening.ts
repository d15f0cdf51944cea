/** The calls by which a program finds out whether it reaches a path. Each file is closed again; nothing is written. */
import { accessSync, closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { systemErrorCode } from '../../foundation/system-error.ts';
import { entriesOf } from '../confinement/examine-path.ts';
import type { Target } from './mechanism.ts';

const MAX_TOKEN_FILE_BYTES = 4096;
const CONNECTION_LIMIT_MS = 2_000;

/** The device and the number of a file, which two paths share only if they are the same file. */
export function identityOf(file: string): string {
  const { dev, ino } = statSync(file, { bigint: true });
  return `${dev}:${ino}`;
}

/** Whether a path leads to the same file or folder as outside. */
export function isSame({ path: file, identity }: Target): boolean {
  return identityOf(file) === identity;
}

/** Whether the content of a file or of a folder outside can be read. */
export function canRead(target: Target): boolean {
  if (!isSame(target)) return false;
  accessSync(target.path, constants.R_OK);
  return true;
}

/** Whether a file contains a text. A pipe or a device is not read. */
export function contains(file: string, text: string): boolean {
  const stats = statSync(file);
  return stats.isFile() && stats.size <= MAX_TOKEN_FILE_BYTES && readFileSync(file, 'latin1').includes(text);
}

/** Whether a file or folder outside can be written. */
export function canWrite(target: Target): boolean {
  return isSame(target) && opensForWriting(target.path);
}

/** Whether a file opens for writing, or a folder permits entries. */
export function opensForWriting(file: string): boolean {
  if (statSync(file).isDirectory()) {
    accessSync(file, constants.W_OK);
    return true;
  }
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY));
    return true;
  } catch (thrown) {
    // A program runs from the file, which the system reports before it looks at the mount.
    if (systemErrorCode(thrown) !== 'ETXTBSY') throw thrown;
    accessSync(file, constants.W_OK);
    return true;
  }
}

/** Whether a file opens for reading and is not the null device, which hides a file. */
export function opensForReading(file: string): boolean {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    return fstatSync(descriptor).rdev !== statSync('/dev/null').rdev;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a server answers at a path, an abstract name or a port of the loopback interface. */
export function canConnect(address: string | number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = typeof address === 'number' ? connect(address, '127.0.0.1') : connect(address);
    socket.setTimeout(CONNECTION_LIMIT_MS, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', reject);
  });
}

/** The paths of the files below a folder. Links are not followed. */
export function* filesBelow(folder: string, isWanted: (item: string) => boolean = () => true): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const item = path.join(folder, entry.name);
    if (!isWanted(item)) continue;
    if (entry.isDirectory()) yield* filesBelow(item, isWanted);
    else if (entry.isFile()) yield item;
  }
}

/** The text of a file; empty if it cannot be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** The first bytes of a file. */
export function startOf(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const buffer = Buffer.alloc(64);
    return buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
