import type { OwnExports } from '../../analysis/analysis.ts';
import { tryReadText } from '../../code/index/read-tree.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { ContextItem, ContextTier } from './context-item.ts';
import { contains, normalizeModule } from '../stages/modules/tree-modules.ts';

type ReadableTree = Pick<SourceTree, 'listFiles' | 'readText'>;

/**
 * The decision records and standards that the configuration names, sorted by path. A file that is not readable text is left
 * out.
 */
export async function readStandards(
  tree: ReadableTree,
  contextFiles: readonly string[],
): Promise<readonly ContextItem[]> {
  const matches = createPathMatcher(contextFiles);
  return readFiles(tree, (await tree.listFiles()).filter(matches), 'standard');
}

/** Files that show how the repository does such work, in the given order. */
export function readExemplars(tree: ReadableTree, paths: readonly string[]): Promise<readonly ContextItem[]> {
  return readFiles(tree, paths, 'exemplar');
}

async function readFiles(
  tree: ReadableTree,
  paths: readonly string[],
  tier: ContextTier,
): Promise<readonly ContextItem[]> {
  const texts = await Promise.all(paths.map((path) => tryReadText(tree, path)));
  return paths.flatMap((name, index): ContextItem[] => {
    const text = texts[index];
    return text === undefined || text.trim() === '' ? [] : [{ tier, name, text }];
  });
}

/** The exports of each file of some modules, one item for each module, so that a module can be left out. */
export function summarizeModules(all: readonly OwnExports[], modules: readonly string[]): readonly ContextItem[] {
  const exported = all.filter(({ exports }) => exports.length > 0);
  return modules.map(normalizeModule).flatMap((name): ContextItem[] => {
    const files = exported.filter(({ file }) => contains(name, file));
    const lines = files.map(({ file, exports }) => {
      const names = exports.map((one) => `${one.kind} ${one.name}`);
      return `${file}: ${names.join(', ')}`;
    });
    return lines.length === 0 ? [] : [{ tier: 'module-summary', name, text: lines.join('\n') }];
  });
}
