import { tryReadText } from '../../code/index/read-tree.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { ReviewedFile } from './review-input.ts';

/**
 * The decision records and standards that the configuration names, sorted by path. A file that is not readable text is left
 * out.
 */
export async function readStandards(
  tree: Pick<SourceTree, 'listFiles' | 'readText'>,
  contextFiles: readonly string[],
): Promise<readonly ReviewedFile[]> {
  if (contextFiles.length === 0) return [];
  return readTexts(tree, (await tree.listFiles()).filter(createPathMatcher(contextFiles)));
}

/** The files that are readable text and not empty, in the given order. */
export async function readTexts(
  tree: Pick<SourceTree, 'readText'>,
  paths: readonly string[],
): Promise<readonly ReviewedFile[]> {
  const texts = await Promise.all(paths.map((path) => tryReadText(tree, path)));
  return paths.flatMap((path, index): ReviewedFile[] => {
    const text = texts[index];
    return text === undefined || text.trim() === '' ? [] : [{ path, text }];
  });
}
