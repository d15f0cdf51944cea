import path from 'node:path';
import { SessionStore } from './session-store.ts';

export interface SessionPlace {
  readonly session: string | undefined;
  /** Absolute paths of directories that the session may belong to, the most likely one first. Not empty. */
  readonly directories: readonly [string, ...string[]];
  /** The workspace folder of a directory. */
  readonly findFolder: (directory: string) => string;
}

/**
 * The workspace folder of a session: the one with its record, in or above one of the directories. An agent that changed its
 * directory, for example into a repository inside of the folder, must still satisfy the contracts. Without a record, it is the
 * folder of the first directory.
 */
export async function findSessionFolder({ session, directories, findFolder }: SessionPlace): Promise<string> {
  const first = findFolder(directories[0]);
  if (session === undefined) return first;
  const folders = new Set(directories.flatMap((directory) => [...foldersFrom(directory, findFolder)]));
  for (const folder of folders) {
    if ((await new SessionStore(folder).read(session)) !== undefined) return folder;
  }
  return first;
}

/** The workspace folder of a directory, and those of the directories above it. */
function* foldersFrom(directory: string, findFolder: SessionPlace['findFolder']): Generator<string> {
  for (let folder = findFolder(directory); ; folder = findFolder(path.dirname(folder))) {
    yield folder;
    if (path.dirname(folder) === folder) return;
  }
}
