/** Finds where on this machine the left-out files and their history are, besides the worktree of an attempt. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenFound } from '../../foundation/system-error.ts';
import { readConfig } from '../git/batch-reads.ts';
import { Git } from '../git/git.ts';
import type { UserRepository } from '../store/private-repository.ts';
import { readPlainText } from '../plain-files/plain-file.ts';

export interface ConcealedSource {
  /** Absolute path of the user's work tree. */
  readonly topLevel: string;
  readonly user: UserRepository | undefined;
  /** Absolute path of Holdfast's storage. */
  readonly storage: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The folders that a command of an isolated attempt must not see: every work tree of the repository, its git directory with
 * the history, Holdfast's storage, and repositories on this machine that share objects or commits with it.
 */
export async function listConcealedFolders(source: ConcealedSource): Promise<readonly string[]> {
  const { topLevel, user, storage, signal } = source;
  if (user === undefined) return [topLevel, storage];
  const { commonDirectory, gitDirectory } = user;
  const folders = [topLevel, storage, commonDirectory, gitDirectory];
  // The main work tree, if this one is linked.
  if (path.basename(commonDirectory) === '.git') folders.push(path.dirname(commonDirectory));
  const [worktrees, alternates, remotes] = await Promise.all([
    listLinkedWorktrees(commonDirectory),
    listAlternates(path.join(commonDirectory, 'objects')),
    listLocalRemotes(topLevel, signal),
  ]);
  return [...new Set([...folders, ...worktrees, ...alternates, ...remotes])];
}

async function listLinkedWorktrees(commonDirectory: string): Promise<readonly string[]> {
  const folder = path.join(commonDirectory, 'worktrees');
  const names = await whenFound(readdir(folder));
  const pointers = await Promise.all(
    (names ?? []).map((name) => whenFound(readPlainText(path.join(folder, name, 'gitdir')))),
  );
  return pointers.flatMap((pointer) =>
    pointer === undefined ? [] : [path.dirname(path.resolve(folder, pointer.trim()))],
  );
}

/** The object stores that a repository borrows from, with the repositories that they belong to. */
async function listAlternates(objects: string): Promise<readonly string[]> {
  return (await listObjectStores(objects)).flatMap((store) => [store, ...repositoryOf(path.dirname(store))]);
}

/** The object stores that a repository borrows from, and those that these borrow from. */
export async function listObjectStores(objects: string, found = new Set<string>()): Promise<readonly string[]> {
  const text = await whenFound(readPlainText(path.join(objects, 'info', 'alternates')));
  for (const line of text?.split('\n') ?? []) {
    if (line === '' || line.startsWith('#')) continue;
    const store = path.resolve(objects, line.startsWith('"') ? unquote(line) : line);
    if (found.has(store)) continue;
    found.add(store);
    await listObjectStores(store, found);
  }
  return [...found];
}

/** What git has in a folder of objects. */
const OBJECT_ENTRY = /^(?:[0-9a-f]{2}|pack|info|tmp_.+|incoming-.+|.+\.lock)$/;

/** Whether a folder contains objects and nothing else: a file of a repository names it, and commands are shown what is in it. */
export async function isObjectStore(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => undefined);
  return names?.includes('pack') === true && names.every((name) => OBJECT_ENTRY.test(name));
}

/** A git directory, and the work tree that contains it. */
function repositoryOf(gitDirectory: string): readonly string[] {
  return path.basename(gitDirectory) === '.git' ? [gitDirectory, path.dirname(gitDirectory)] : [gitDirectory];
}

function unquote(line: string): string {
  try {
    return String(JSON.parse(line));
  } catch {
    return line;
  }
}

/** The remotes that are folders of this machine. */
async function listLocalRemotes(topLevel: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const config = await readConfig(new Git(topLevel), signal);
  return [...config].flatMap(([name, value]) => {
    if (!/^remote\..*\.(push)?url$/.test(name)) return [];
    const folder = toFolder(value);
    return folder === undefined ? [] : [path.resolve(topLevel, folder)];
  });
}

function toFolder(url: string): string | undefined {
  if (url.startsWith('file://')) {
    try {
      return fileURLToPath(url);
    } catch {
      return undefined;
    }
  }
  // Otherwise the text before the first colon is a host or a scheme.
  return path.isAbsolute(url) || !url.includes(':') ? url : undefined;
}
