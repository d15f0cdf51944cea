import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findBrokenImports,
  type BrokenImport,
  type ComparedIndexes,
  type DeclaredModule,
} from '../../code/impact/broken-imports.ts';
import { placeBrokenImports } from '../../code/impact/broken-import-places.ts';
import { findBrokenNames } from '../../code/impact/broken-names.ts';
import type { ModuleIndex } from '../../code/index/module-index.ts';
import { tryReadText } from '../../code/index/read-tree.ts';
import { configuresImports, isIndexedPath } from '../../code/languages/language-table.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
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
  const compared: ComparedIndexes = {
    before,
    after,
    files: await tree.listFiles(),
    originalOf: originalPaths(files),
    changesResolution: files.some((file) =>
      [file.before, file.after].some((path) => path !== undefined && configuresImports(path)),
    ),
    declaredModules: await findDeclaredModules(tree, after),
  };
  const names = await findBrokenNames({
    ...compared,
    changedBefore: files.flatMap(({ before: path }) => path ?? []),
    readText: (file) => tryReadText(tree, file),
    readTextBefore: (file) => tryReadText(treeBefore, file),
    listOnDisk: (folder) => listOnDisk(join(tree.root, folder)),
  });
  // A file behind a link or in a submodule is not listed, and is on disk.
  const listed = new Set(compared.files);
  const isOnDisk = ({ name, missing }: BrokenImport): boolean =>
    name === undefined &&
    missing.some(
      (one) => !listed.has(one) && statSync(join(tree.root, one), { throwIfNoEntry: false })?.isFile() === true,
    );
  const found = findBrokenImports(compared).filter((one) => !isOnDisk(one));
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

/** What the files of the tree declare for modules elsewhere. */
async function findDeclaredModules(tree: SourceTree, index: ModuleIndex): Promise<readonly DeclaredModule[]> {
  const declared: DeclaredModule[] = [];
  for (const file of index.ambientFiles().keys()) {
    const text = (await tryReadText(tree, file)) ?? '';
    for (const [, name = ''] of text.matchAll(/\bdeclare\s+module\s*['"]([^'"\n]+)['"]/g))
      declared.push({ file, name });
  }
  return declared;
}

/** The names of the files of a folder, also those that git ignores. */
async function listOnDisk(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (systemErrorCode(thrown) === undefined) throw thrown;
    // A folder that is gone, or that is not one, has no files.
    return [];
  }
}
