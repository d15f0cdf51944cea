import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { readBlobs } from '../git/batch-reads.ts';
import type { Git } from '../git/git.ts';
import { hasContent, readEntries } from '../git/list-tree.ts';
import type { DiskTree } from '../files/disk-tree.ts';

/** The sha256 of the bytes of each file, in hexadecimal, or of the target of a link. Missing files have none. */
export type ContentHashes = ReadonlyMap<string, string>;

/** The hashes of files in a commit. @param prefix the folder that the paths are relative to */
export async function hashCommittedFiles(
  git: Git,
  {
    commit,
    prefix,
    files,
    signal,
  }: {
    readonly commit: string;
    readonly prefix: string;
    readonly files: readonly string[];
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ContentHashes> {
  const call = { action: 'read the landed files', signal };
  const paths = files.map((file) => prefix + file);
  const objects = new Map(
    [...(await readEntries(git, commit, paths, call)).values()]
      .filter(hasContent)
      .map(({ path: file, object }) => [file.slice(prefix.length), object] as const),
  );
  const contents = await readBlobs(git, objects.values(), signal);
  return new Map([...objects].map(([file, object]) => [file, hashOf(contents.get(object) ?? '')]));
}

/** The hashes of files on disk. Unsaved text is ignored. */
export async function hashFilesOnDisk(tree: DiskTree, files: readonly string[]): Promise<ContentHashes> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    const content = (await readLinkTarget(path.join(tree.root, file))) ?? (await tree.readBytes(file));
    if (content !== undefined) hashes.set(file, hashOf(content));
  }
  return hashes;
}

async function readLinkTarget(absolute: string): Promise<string | undefined> {
  try {
    return (await lstat(absolute)).isSymbolicLink() ? await readlink(absolute) : undefined;
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    throw thrown;
  }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
