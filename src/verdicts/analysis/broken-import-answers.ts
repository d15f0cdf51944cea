import { findBrokenImports, type BrokenImport } from '../../code/impact/broken-imports.ts';
import { placeBrokenImports } from '../../code/impact/broken-import-places.ts';
import { findBrokenNames } from '../../code/impact/broken-names.ts';
import type { ModuleIndex } from '../../code/index/module-index.ts';
import { tryReadText } from '../../code/index/read-tree.ts';
import { configuresImports, isIndexedPath } from '../../code/languages/language-table.ts';
import type { RootSnapshot } from './analyzed-root.ts';
import { indexBefore, originalPaths, TreeBefore, type EarlierFile } from './tree-before.ts';

/** The imports that a change broke. @param files the changed files */
export async function queryBrokenImports(
  { tree, index: after }: RootSnapshot,
  files: readonly EarlierFile[],
  signal: AbortSignal | undefined,
): Promise<readonly BrokenImport[]> {
  const code = files.filter(({ before, after: path }) =>
    [before, path].some((one) => one !== undefined && (isIndexedPath(one) || configuresImports(one))),
  );
  if (code.length === 0) return [];
  const treeBefore = new TreeBefore(tree, files);
  const before = await indexBefore(tree, after, files, signal);
  if (!code.some((file) => losesNames(before, after, file))) return [];
  const compared = {
    before,
    after,
    files: await tree.listFiles(),
    originalOf: originalPaths(files),
    changesResolution: files.some((file) =>
      [file.before, file.after].some((path) => path !== undefined && configuresImports(path)),
    ),
  };
  const names = await findBrokenNames({
    ...compared,
    changedBefore: files.flatMap(({ before: path }) => path ?? []),
    readText: (file) => tryReadText(tree, file),
    readTextBefore: (file) => tryReadText(treeBefore, file),
  });
  const present = files.flatMap(({ after: path }) => path ?? []);
  const texts = await Promise.all(present.map((path) => tryReadText(tree, path)));
  // What the change declares for a module elsewhere counts as its export.
  if (texts.some((text) => text !== undefined && /\bdeclare\s+module\b/.test(text))) return names;
  const found = findBrokenImports(compared);
  const placed = [...names];
  for (const file of new Set(found.map((one) => one.file))) {
    const text = await tryReadText(tree, file);
    const broken = found.filter((one) => one.file === file);
    if (text !== undefined) placed.push(...(await placeBrokenImports(file, text, broken)));
  }
  return placed;
}

/** Whether a changed file can make an import fail: it is at another path, configures imports, or exports fewer names. */
function losesNames(before: ModuleIndex, after: ModuleIndex, { before: path, after: now }: EarlierFile): boolean {
  if (path !== now || now === undefined || path === undefined || configuresImports(now)) return true;
  const names = new Set(listNames(after, now));
  return listNames(before, path).some((name) => !names.has(name));
}

/** The names that other modules can import, also those that are not exports. */
function listNames(index: ModuleIndex, file: string): readonly string[] {
  return [...index.exportsOf(file), ...(index.moduleOf(file)?.internals ?? [])].map(({ name }) => name);
}
