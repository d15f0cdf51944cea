import { compareApis } from '../../code/api/compare/compare-apis.ts';
import type { ApiComparison } from '../../code/api/compare/api-difference.ts';
import type { PackageApi } from '../../code/api/model/package-api.ts';
import { openInstalledPackage } from '../../code/api/read/installed-package.ts';
import { readApi, textIn, type ApiTree } from '../../code/api/read/read-apis.ts';
import { readWrittenApi } from '../../code/api/written/read-written-api.ts';
import { findWrittenPackages, type WrittenPackage } from '../../code/api/written/written-packages.ts';
import { tryReadListedText } from '../../code/index/read-tree.ts';
import type { ModuleIndex } from '../../code/index/module-index.ts';
import { isPrivatePackage } from '../../code/resolution/package-manifest.ts';
import type { WorkspacePackage } from '../../code/resolution/workspace-packages.ts';
import { isIndexedPath } from '../../code/languages/language-table.ts';
import { isWithin } from '../../code/resolution/tree-path.ts';
import { ComparedTrees } from '../../code/types/change/compared-trees.ts';
import { createBundledEngine } from '../../code/types/engines/choose-engine.ts';
import type { JavaScriptEngine } from '../../code/types/engines/javascript-engine.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { RootSnapshot } from './analyzed-root.ts';
import { indexBefore, TreeBefore, type EarlierFile } from './tree-before.ts';

/** A package of the workspace. */
export interface PackageSummary {
  readonly name: string;
  readonly version: string | undefined;
  readonly folder: string;
  readonly isPrivate: boolean;
  readonly language: PackageApi['language'];
}

/** One version of the workspace. */
interface TreeVersion {
  readonly tree: SourceTree;
  readonly index: ModuleIndex;
  readonly overlay: (file: string) => string | null | undefined;
}

type Owner = { readonly script: WorkspacePackage } | { readonly written: WrittenPackage };

/** The packages with a name, sorted by folder. */
export function listPackages({ index }: Pick<RootSnapshot, 'index'>): readonly PackageSummary[] {
  return ownersIn(index).map(summarize);
}

function summarize(owner: Owner): PackageSummary {
  if ('written' in owner) {
    const { name, version, folder, language, isPrivate } = owner.written;
    return { name, version, folder, isPrivate, language };
  }
  const { folder, manifest } = owner.script;
  const { name = folder, version } = manifest;
  return { name, version, folder, isPrivate: isPrivatePackage(manifest), language: 'typescript' };
}

function ownersIn(index: ModuleIndex): readonly Owner[] {
  const { packages, files, configuration } = index.packageEntries();
  const isOwn = ({ folder, manifest }: WorkspacePackage): boolean =>
    manifest.name !== undefined && !/(?:^|\/)node_modules(?:\/|$)/.test(folder);
  const owners: readonly Owner[] = [
    ...packages.filter(isOwn).map((script) => ({ script })),
    ...findWrittenPackages(files, configuration).map((written) => ({ written })),
  ];
  return [...owners].sort((a, b) => (summarize(a).folder < summarize(b).folder ? -1 : 1));
}

/** [CHANGE-5] What the packages in a folder of the workspace offer: one for each language. */
export async function queryPackageApis({ tree, index }: RootSnapshot, folder: string): Promise<readonly PackageApi[]> {
  using engine = await createBundledEngine({ overlay: () => undefined });
  const apis: PackageApi[] = [];
  for (const owner of ownersIn(index)) {
    if (summarize(owner).folder === folder)
      apis.push(await readOwner(engine, { tree, index, overlay: () => undefined }, owner));
  }
  return apis;
}

/** [CHANGE-5] What a package outside of the workspace offers. */
export async function queryInstalledApi(folder: string): Promise<PackageApi | null> {
  const opened = openInstalledPackage(folder);
  if (opened === undefined) return null;
  using engine = await createBundledEngine({ overlay: () => undefined });
  return readApi(engine, opened.tree, opened.owner);
}

/** [CHANGE-2] The differences of what packages offer between the tree before a change and the tree after it. */
export async function queryApiComparisons(
  { tree, index }: RootSnapshot,
  changed: readonly EarlierFile[],
  folders: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<readonly ApiComparison[]> {
  const root = toRoot(tree);
  const paths = changed.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const before = await indexBefore(tree, index, changed, signal);
  const later = ownersIn(index);
  const pairs = ownersIn(before).flatMap((owner) => {
    const { folder, language, isPrivate, name } = summarize(owner);
    const isSelected = folders?.includes(folder) ?? (!isPrivate && paths.some((path) => isWithin(path, folder)));
    // A module of Go with another path, such as /v2, is another module: its users choose it.
    const isSame = (one: PackageSummary): boolean =>
      one.folder === folder && one.language === language && (language !== 'go' || one.name === name);
    const after = later.find((one) => isSame(summarize(one)));
    return after === undefined || !isSelected ? [] : [{ owner, after }];
  });
  if (pairs.length === 0) return [];
  const trees = new ComparedTrees(root, changed, await readTexts(tree, changed));
  const { overlay } = trees;
  using engine = await createBundledEngine({ overlay, addedFiles: trees.onlyBefore });
  const apisAfter: PackageApi[] = [];
  for (const { after } of pairs) {
    throwIfCancelled(signal, 'reading the public API');
    apisAfter.push(await readOwner(engine, { tree, index, overlay }, after));
  }
  engine.invalidate(trees.showBefore());
  const versionBefore = { tree: new TreeBefore(tree, changed), index: before, overlay };
  const comparisons: ApiComparison[] = [];
  for (const [at, { owner }] of pairs.entries()) {
    throwIfCancelled(signal, 'reading the public API');
    const after = apisAfter[at];
    if (after !== undefined) comparisons.push(compareApis(await readOwner(engine, versionBefore, owner), after));
  }
  return comparisons;
}

/** The current texts of changed files, which an editor may not have saved. */
async function readTexts(tree: SourceTree, changed: readonly EarlierFile[]): Promise<ReadonlyMap<string, string>> {
  const paths = changed.flatMap(({ after = '' }) => (isIndexedPath(after) ? [after] : []));
  const texts = await Promise.all(paths.map(async (path) => [path, await tryReadListedText(tree, path)] as const));
  return new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
}

async function readOwner(engine: JavaScriptEngine, version: TreeVersion, owner: Owner): Promise<PackageApi> {
  const { tree, index, overlay } = version;
  if ('script' in owner) return readApi(engine, toApiTree(toRoot(tree), index, overlay), owner.script);
  return readWrittenApi(
    {
      moduleOf: (file) => index.moduleOf(file),
      resolve: (file, specifier) => index.resolve(file, specifier),
      packageFilesOf: (file) => index.packageFilesOf(file),
      exportsOf: (file) => index.exportsOf(file),
      readText: (file) => tryReadListedText(tree, file),
    },
    owner.written,
  );
}

function toRoot(tree: Pick<SourceTree, 'root'>): string {
  return tree.root.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
}

function toApiTree(root: string, index: ModuleIndex, overlay: TreeVersion['overlay']): ApiTree {
  return {
    root,
    files: index.packageEntries(),
    packageOf: (file) => (/(?:^|\/)node_modules\//.test(file) ? undefined : index.packageFor(file)?.folder),
    ambientFiles: index.ambientFiles().keys(),
    textOf: textIn(overlay),
  };
}
