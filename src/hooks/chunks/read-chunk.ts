import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { ActiveChunk } from '../sessions/session-record.ts';
import { findChunk } from './find-chunk.ts';

/**
 * Finds a chunk in the contracts of a folder as they are on disk. For a hook without a record of its session: it takes the
 * time to list the files of the folder.
 *
 * @throws HoldfastError `not-found` if no contract has the chunk, or several have it
 */
export async function readChunk(folder: string, contracts: readonly string[], name: string): Promise<ActiveChunk> {
  const tree = new DiskTree(folder);
  const files = (await tree.listFiles()).filter(createPathMatcher(contracts));
  const documents = await Promise.all(
    // The files of a chunk do not depend on what its checks mean.
    files.map(async (file) => readContract({ file, text: (await tree.readText(file)) ?? '', checks: [] })),
  );
  return findChunk(documents, name);
}
