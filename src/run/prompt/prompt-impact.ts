import { isIndexedPath } from '../../code/languages/language-table.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { Chunk } from '../../contract/model.ts';
import { createForbiddenMatcher, createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { RunServices } from '../services/run-services.ts';

/** The limits of the prompt section: files, and characters in total. */
const MAX_FILES = 20;
const MAX_CHARACTERS = 8_000;

/**
 * [ENF-CTX-6] Summarizes who uses the exports of the existing files that the chunk may write. If the chunk may write any
 * file, only the files that it names are included. Undefined if no other file uses the exports.
 */
export async function summarizePromptImpact(input: {
  readonly chunk: Chunk;
  readonly tree: SourceTree;
  readonly analysis: RunServices['analysis'];
  readonly signal: AbortSignal;
}): Promise<string | undefined> {
  const { chunk, tree, analysis, signal } = input;
  const summaries: string[] = [];
  let remaining = MAX_CHARACTERS;
  let skipped = 0;
  const files = await listWritableModules(chunk, tree);
  const existing = new Set((await analysis.exportsOf(tree.root, files)).map(({ file }) => file));
  for (const file of files) {
    if (!existing.has(file)) continue;
    if (summaries.length >= MAX_FILES || remaining <= 0) {
      skipped++;
      continue;
    }
    const { filesAffected, summary } = await analysis.impact(tree.root, { file }, { signal });
    if (filesAffected.length === 0) continue;
    const bounded = truncateLines(summary, remaining);
    remaining -= bounded.length;
    summaries.push(bounded);
  }
  if (summaries.length === 0) return undefined;
  if (skipped > 0) summaries.push(`Not analyzed: ${skipped} more of the files that may be written.`);
  return summaries.join('\n');
}

function truncateLines(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, text.lastIndexOf('\n', limit))}\n- and more` : text;
}

/** The modules that the chunk may write: literal paths first, then the files that match its globs. */
async function listWritableModules(chunk: Chunk, tree: SourceTree): Promise<readonly string[]> {
  const entries = chunk.allowedFiles.length > 0 ? chunk.allowedFiles : listNamedFiles(chunk);
  const literal = entries.filter((entry) => !matchesSeveralFiles(entry)).map(normalizeRelative);
  const isAllowed = createPathMatcher(entries);
  const matched = entries.some(matchesSeveralFiles) ? (await tree.listFiles()).filter((file) => isAllowed(file)) : [];
  const isForbidden = createForbiddenMatcher(chunk.forbiddenFiles);
  return [...new Set([...literal, ...matched])].filter((file) => isIndexedPath(file) && !isForbidden(file));
}

/** Whether an entry is a glob (an exclusion with `!` included) or a folder. */
function matchesSeveralFiles(entry: string): boolean {
  return isGlob(entry) || entry.endsWith('/');
}

/** The files of the chunk's functions, types and assertions. */
function listNamedFiles({ functions, types, assertions }: Chunk): string[] {
  const checked = assertions.flatMap(({ check }) =>
    'file' in check && typeof check.file === 'string' ? [check.file] : [],
  );
  return [...functions.map(({ file }) => file), ...types.map(({ file }) => file), ...checked];
}
