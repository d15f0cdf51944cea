import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { Chunk } from '../../contract/model.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** The files of a tree that a chunk may write by its own rules. Without rules it may write any file. */
export async function listWritableFiles(
  { allowedFiles }: Pick<Chunk, 'allowedFiles'>,
  tree: Pick<SourceTree, 'listFiles'>,
): Promise<readonly string[]> {
  const files = await tree.listFiles();
  return allowedFiles.length === 0 ? files : files.filter(createPathMatcher(allowedFiles));
}
