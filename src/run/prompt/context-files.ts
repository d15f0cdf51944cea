import { createPathMatcher, isExclusion, isPathPattern } from '../../contract/globs/path-matcher.ts';
import type { ContextFile } from '../../models/prompts/prompt-input.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** The maximum number of files that one pattern adds to the prompt. */
const MAX_FILES_PER_PATTERN = 50;

/**
 * Reads the context files of a chunk. A pattern adds the files of the tree that match it. An entry that cannot be
 * shown has a note instead of a text, so that the prompt never says that an existing file is missing.
 */
export async function readContextFiles(
  entries: readonly string[],
  tree: Pick<SourceTree, 'readText' | 'kindOf' | 'listFiles'>,
): Promise<readonly ContextFile[]> {
  const exclusions = entries.filter(isExclusion);
  const files = new Map<string, ContextFile>();
  for (const entry of entries) {
    if (isExclusion(entry)) continue;
    const found = isPathPattern(entry) ? await readPattern(entry, exclusions, tree) : [await readFile(entry, tree)];
    for (const file of found) if (!files.has(file.path)) files.set(file.path, file);
  }
  return [...files.values()];
}

type Tree = Parameters<typeof readContextFiles>[1];

async function readPattern(entry: string, exclusions: readonly string[], tree: Tree): Promise<readonly ContextFile[]> {
  const matches = createPathMatcher([entry, ...exclusions]);
  const matching = (await tree.listFiles()).filter((file) => matches(file));
  // A file can have a name that is also a pattern, such as app/[id]/page.tsx.
  if (matching.length === 0) {
    const file = await readFile(entry, tree);
    return [
      file.text === undefined && file.note === undefined ? { ...file, note: 'no file matches this pattern' } : file,
    ];
  }
  const shown = await Promise.all(matching.slice(0, MAX_FILES_PER_PATTERN).map((path) => readFile(path, tree)));
  const omitted = matching.length - shown.length;
  if (omitted === 0) return shown;
  return [
    ...shown,
    { path: entry, text: undefined, note: `${omitted} more files match this pattern and are not shown` },
  ];
}

async function readFile(path: string, tree: Tree): Promise<ContextFile> {
  try {
    const text = await tree.readText(path);
    if (text?.includes('\0') === true) return { path, text: undefined, note: 'this file is binary and is not shown' };
    if (text !== undefined) return { path, text };
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown.code !== 'storage') throw thrown;
    return { path, text: undefined, note: 'this file exists, but it is not UTF-8 text and is not shown' };
  }
  const isFolder = (await tree.kindOf(path)) === 'folder';
  return isFolder
    ? { path, text: undefined, note: 'this is a folder; its files are not shown' }
    : { path, text: undefined };
}
