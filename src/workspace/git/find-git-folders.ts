import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { readPlainFileSync } from '../plain-files/plain-file.ts';

/** Where git keeps the data of a work tree. Absolute paths. */
export interface GitFolders {
  readonly topLevel: string;
  /** The directory that all work trees of the repository share. */
  readonly commonDirectory: string;
}

/**
 * Finds the repository of a folder by its files alone, which takes less time than a git process. Returns `undefined` outside
 * of a repository. A repository that only git finds, such as one that an environment variable names, is not found.
 */
export function findGitFolders(folder: string): GitFolders | undefined {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const entry = path.join(current, '.git');
    if (existsSync(entry)) return { topLevel: current, commonDirectory: findCommonDirectory(entry) };
    if (current === path.dirname(current)) return undefined;
  }
}

/** A linked work tree and a submodule have a file that names their git directory. */
function findCommonDirectory(entry: string): string {
  if (statSync(entry).isDirectory()) return entry;
  const named = /^gitdir: (.+?)\s*$/m.exec(readPlainFileSync(entry).toString('utf8'))?.[1] ?? '';
  const gitDirectory = path.resolve(path.dirname(entry), named);
  const pointer = path.join(gitDirectory, 'commondir');
  if (!existsSync(pointer)) return gitDirectory;
  return path.resolve(gitDirectory, readPlainFileSync(pointer).toString('utf8').trim());
}
