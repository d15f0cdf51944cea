/** Paths of the system that commands must not see although a folder of the system contains them. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

let unreadable: readonly string[] | undefined;

/**
 * The files and folders of /etc that only root can read: passwords, keys and settings with secrets. Empty for another user.
 * Remembered for this process.
 */
export function listPrivateSettings(userId: number | undefined): readonly string[] {
  unreadable ??= userId === 0 ? findPrivateSettings('/etc') : [];
  return unreadable;
}

function findPrivateSettings(folder: string): readonly string[] {
  const found: string[] = [];
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      // What a link leads to is examined where it is, or is not visible.
      if (entry.isSymbolicLink()) continue;
      const item = path.join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if ((lstatSync(item).mode & (isFolder ? 0o5 : 0o4)) === 0) found.push(item);
      else if (isFolder) found.push(...findPrivateSettings(item));
    }
  } catch {
    // What cannot be listed cannot be read by a command.
  }
  return found;
}

/** The paths of the sockets that processes of this machine listen on. A read-only mount does not prevent a connection. */
export function listSocketPaths(): readonly string[] {
  let table: string;
  try {
    table = readFileSync('/proc/net/unix', 'utf8');
  } catch {
    return [];
  }
  // Num RefCount Protocol Flags Type St Inode Path
  const paths = table.split('\n').flatMap((line) => /^(?:\S+ +){6}\S+ (\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)];
}
