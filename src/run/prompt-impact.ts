import { isIndexed } from '../code/source-language.ts';
import { isGlob } from '../contract/tree-path.ts';
import type { Chunk } from '../contract/model.ts';
import { allowedMatcher, forbiddenMatcher } from '../workspace/access-rules.ts';
import type { SourceTree } from '../workspace/source-tree.ts';
import { normalizeRelative } from '../workspace/safe-path.ts';
import type { RunServices } from './services.ts';

/** How many files the prompt tells of, and how many characters it spends on them. */
const MOST_FILES = 20;
const MOST_CHARACTERS = 8_000;

/**
 * [ENF-CTX-6] Who uses the exports of the files that are there and that the chunk may write, bounded; undefined where
 * no other file does. Where the chunk may write anything, the files that it speaks of count.
 */
export async function promptImpact(input: {
  readonly chunk: Chunk;
  readonly tree: SourceTree;
  readonly analysis: RunServices['analysis'];
  readonly signal: AbortSignal;
}): Promise<string | undefined> {
  const { chunk, tree, analysis, signal } = input;
  const summaries: string[] = [];
  let room = MOST_CHARACTERS;
  let untold = 0;
  const files = await modules(chunk, tree);
  const known = new Set((await analysis.exportsOf(tree.root, files)).map(({ file }) => file));
  for (const file of files) {
    if (!known.has(file)) continue;
    if (summaries.length >= MOST_FILES || room <= 0) {
      untold++;
      continue;
    }
    const { filesAffected, summary } = await analysis.impact(tree.root, { file }, signal);
    if (filesAffected.length === 0) continue;
    const told = summary.length > room ? `${summary.slice(0, summary.lastIndexOf('\n', room))}\n- and more` : summary;
    room -= told.length;
    summaries.push(told);
  }
  if (summaries.length === 0) return undefined;
  if (untold > 0) summaries.push(`Not looked into: ${untold} more of the files that may be written.`);
  return summaries.join('\n');
}

/** The modules that the chunk may write and that there are, those that are named first. */
async function modules(chunk: Chunk, tree: SourceTree): Promise<readonly string[]> {
  const named = chunk.allowedFiles.length > 0 ? chunk.allowedFiles : filesOf(chunk);
  const plain = named.filter((entry) => !meansSeveral(entry)).map(normalizeRelative);
  const isAllowed = allowedMatcher(named);
  const matched = named.some(meansSeveral) ? (await tree.listFiles()).filter((file) => isAllowed(file)) : [];
  const isForbidden = forbiddenMatcher(chunk.forbiddenFiles);
  return [...new Set([...plain, ...matched])].filter((file) => isIndexed(file) && !isForbidden(file));
}

/** Whether an entry is a glob or a folder; one with `!` takes out of what others mean. */
function meansSeveral(entry: string): boolean {
  return isGlob(entry) || entry.endsWith('/');
}

/** The files that a chunk speaks of. */
function filesOf({ functions, types, assertions }: Chunk): string[] {
  const checked = assertions.flatMap(({ check }) =>
    'file' in check && typeof check.file === 'string' ? [check.file] : [],
  );
  return [...functions.map(({ file }) => file), ...types.map(({ file }) => file), ...checked];
}
