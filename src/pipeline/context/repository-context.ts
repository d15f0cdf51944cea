import type { OwnExports } from '../../verdicts/analysis/analysis.ts';
import { contains, normalizeModule } from '../../workspace/configuration/pipeline/tree-modules.ts';
import { readStandards, readTexts } from '../../verdicts/review/read-standards.ts';
import type { ReviewedFile } from '../../verdicts/review/review-input.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { ContextItem, ContextTier } from './context-item.ts';

type ReadableTree = Pick<SourceTree, 'listFiles' | 'readText'>;

/** The decision records and standards that the configuration names, sorted by path. */
export async function readStandardItems(
  tree: ReadableTree,
  contextFiles: readonly string[],
): Promise<readonly ContextItem[]> {
  return toItems('standard', await readStandards(tree, contextFiles));
}

/** Files that show how the repository does such work, in the given order. */
export async function readExemplars(tree: ReadableTree, paths: readonly string[]): Promise<readonly ContextItem[]> {
  return toItems('exemplar', await readTexts(tree, paths));
}

function toItems(tier: ContextTier, files: readonly ReviewedFile[]): readonly ContextItem[] {
  return files.map(({ path: name, text }) => ({ tier, name, text }));
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
