import { hostname } from 'node:os';
import { Git } from '../workspace/git/git.ts';
import type { Repository } from '../workspace/repository.ts';

/**
 * Identifies a repository in a shared history: the address of its remote `origin` without protocol and user, so that all
 * clones have the same key. Without a remote it is the folder on this computer.
 */
export async function readRepositoryKey({ kind, folder }: Pick<Repository, 'kind' | 'folder'>): Promise<string> {
  if (kind !== 'git') return `${hostname()}:${folder}`;
  const git = new Git(folder);
  const call = { action: 'read the remote of the repository', acceptedExitCodes: [1] };
  const url = await git.text(['config', '--get', 'remote.origin.url'], call);
  if (url !== '') return normalizeRemote(url);
  return `${hostname()}:${await git.text(['rev-parse', '--path-format=absolute', '--git-common-dir'], { action: call.action })}`;
}

/** `git@host:owner/name.git` and `https://user@host/owner/name` give `host/owner/name`. */
export function normalizeRemote(url: string): string {
  const scpLike = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(url);
  const address = scpLike ? `${scpLike[1]}/${scpLike[2]}` : url.replace(/^[a-z+]+:\/\/(?:[^@/]*@)?/i, '');
  return address
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
}
