import { statSync } from 'node:fs';
import path from 'node:path';
import { SessionStore } from './session-store.ts';

const STICKY_FOR_ANYONE = 0o1002;

export interface SessionPlace {
  readonly session: string | undefined;
  /** Absolute paths of directories that the session may belong to, the most likely one first. Not empty. */
  readonly directories: readonly [string, ...string[]];
  /** The workspace folder of a directory. */
  readonly findFolder: (directory: string) => string;
}

/**
 * The workspace folder of a session: the one with its record, in or above one of the directories. An agent that changed its
 * directory, for example into a repository inside of the folder, must still satisfy the contracts. `undefined` without a
 * record.
 */
export async function findSessionFolder({
  session,
  directories,
  findFolder,
}: SessionPlace): Promise<string | undefined> {
  if (session === undefined) return undefined;
  const folders = new Set(directories.flatMap((directory) => [...foldersFrom(directory, findFolder)]));
  for (const folder of folders) {
    if ((await new SessionStore(folder).read(session)) !== undefined) return folder;
  }
  return undefined;
}

/** The workspace folders of a directory and of those above it, and these directories: a session can start in any of them. */
function* foldersFrom(directory: string, findFolder: SessionPlace['findFolder']): Generator<string> {
  for (let current = path.resolve(directory); ; current = path.dirname(current)) {
    // [CONF-2] In a folder such as /tmp, anyone could have left a record.
    if (isShared(current)) return;
    yield current;
    yield findFolder(current);
    if (path.dirname(current) === current) return;
  }
}

/** Whether anyone may create files in a folder, and only their owner may delete them. */
function isShared(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & STICKY_FOR_ANYONE) === STICKY_FOR_ANYONE;
}
