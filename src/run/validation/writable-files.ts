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

/** The files of a chunk's own change; without an author, the files that the chunk may write, if it names any. */
export async function listWrittenFiles({
  chunk,
  attempt,
  changedFiles,
}: {
  readonly chunk: Chunk;
  readonly attempt: { readonly tree: Pick<SourceTree, 'listFiles'> };
  readonly changedFiles: readonly string[] | undefined;
}): Promise<readonly string[]> {
  if (changedFiles !== undefined) return changedFiles;
  return chunk.allowedFiles.length === 0 ? [] : listWritableFiles(chunk, attempt.tree);
}
