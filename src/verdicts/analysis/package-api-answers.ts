import { compareApis, compareWithNothing } from '../../code/api/compare/compare-apis.ts';
import type { ApiComparison } from '../../code/api/compare/api-difference.ts';
import { isExampleFolder } from '../../code/api/entries/published-files.ts';
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
import { VersionCompiler, type VersionTexts } from '../../code/types/change/version-compiler.ts';
import { createBundledEngine } from '../../code/types/engines/choose-engine.ts';
import type { JavaScriptEngine } from '../../code/types/engines/javascript-engine.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { RootSnapshot } from './analyzed-root.ts';
import type { AnalyzedTree } from './analyzed-tree.ts';
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
    // A module of Go has releases of its folder alone.
    return { name, version, folder, isPrivate: isPrivate || (language !== 'go' && isExampleFolder(folder)), language };
  }
  const { folder, manifest } = owner.script;
  const { name = folder, version } = manifest;
  return {
    name,
    version,
    folder,
    isPrivate: isPrivatePackage(manifest) || isExampleFolder(folder),
    language: 'typescript',
  };
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
  { tree, index, compilers }: RootSnapshot,
  changed: readonly EarlierFile[],
  folders: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<readonly ApiComparison[]> {
  const paths = changed.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const before = await indexBefore(tree, index, changed, signal);
  const later = ownersIn(index);
  const pairs: { readonly owner: Owner; readonly after: Owner }[] = [];
  const removed: ApiComparison[] = [];
  for (const owner of ownersIn(before)) {
    const { folder, isPrivate } = summarize(owner);
    const isChanged = !isPrivate && paths.some((path) => isWithin(path, folder));
    const after = findSame(owner, later);
    if (after !== undefined) {
      const known = [folder, summarize(after).folder];
      if (folders === undefined ? isChanged : known.some((one) => folders.includes(one))) pairs.push({ owner, after });
    } else if (isChanged && isRemoved(owner, index))
      removed.push(compareWithNothing(summarize(owner), manifestOf(owner)));
  }
  if (pairs.length === 0) return removed;
  const taken = compilers.take();
  const compiler = taken ?? (await VersionCompiler.create(createBundledEngine));
  try {
    return [...removed, ...(await comparePairs({ tree, index }, { compiler, before, changed, pairs, signal }))];
  } finally {
    // A judgement may compare with a release next.
    if (taken === undefined) compiler[Symbol.dispose]();
    else compilers.keep(taken);
  }
}

/** The package that took the place of another one: the one with its name, the nearest to its folder, or the one in its folder. */
function findSame(owner: Owner, later: readonly Owner[]): Owner | undefined {
  const { folder, language, name } = summarize(owner);
  const candidates = later.filter((one) => summarize(one).language === language);
  const inFolder = candidates.find((one) => summarize(one).folder === folder);
  if (inFolder !== undefined && summarize(inFolder).name === name) return inFolder;
  const moved = candidates.find((one) => summarize(one).name === name);
  // A module of Go with another path, such as /v2, is another module: its users choose it.
  return moved ?? (language === 'go' ? undefined : inFolder);
}

/**
 * Whether a package is gone that its repository publishes. A manifest that cannot be read, or code that another package or
 * module contains now, says nothing.
 */
function isRemoved(owner: Owner, index: ModuleIndex): boolean {
  const entries = index.packageEntries();
  const has = (file: string): boolean => entries.has(file);
  if (has(manifestOf(owner))) return false;
  // Outside of the workspace, it is a fixture or a template.
  if ('script' in owner) return owner.script.memberOf !== undefined;
  return !owner.written.modules.some(({ files }) => files.some(has));
}

function manifestOf(owner: Owner): string {
  const { folder, language } = summarize(owner);
  const name = { typescript: 'package.json', python: 'pyproject.toml', go: 'go.mod' }[language];
  return folder === '' ? name : `${folder}/${name}`;
}

interface ComparedPairs {
  readonly compiler: VersionCompiler;
  /** The modules before the change. */
  readonly before: ModuleIndex;
  readonly changed: readonly EarlierFile[];
  readonly pairs: readonly { readonly owner: Owner; readonly after: Owner }[];
  readonly signal: AbortSignal | undefined;
}

async function comparePairs(
  { tree, index }: Pick<RootSnapshot, 'tree' | 'index'>,
  { compiler, before, changed, pairs, signal }: ComparedPairs,
): Promise<readonly ApiComparison[]> {
  const { engine, overlay } = compiler;
  compiler.show(await readUnsavedTexts(tree, changed));
  const apisAfter: PackageApi[] = [];
  for (const { after } of pairs) {
    throwIfCancelled(signal, 'reading the public API');
    apisAfter.push(await readOwner(engine, { tree, index, overlay }, after));
  }
  compiler.show(new ComparedTrees(toRoot(tree), changed).before);
  const versionBefore = { tree: new TreeBefore(tree, changed), index: before, overlay };
  const comparisons: ApiComparison[] = [];
  for (const [at, { owner }] of pairs.entries()) {
    throwIfCancelled(signal, 'reading the public API');
    const after = apisAfter[at];
    if (after !== undefined) comparisons.push(compareApis(await readOwner(engine, versionBefore, owner), after));
  }
  return comparisons;
}

/** The texts of changed files that an editor has not saved. */
async function readUnsavedTexts(tree: AnalyzedTree, changed: readonly EarlierFile[]): Promise<VersionTexts> {
  const changedPaths = new Set(changed.map(({ after }) => after));
  const paths = tree.unsavedFiles().filter((path) => changedPaths.has(path) && isIndexedPath(path));
  const texts = await Promise.all(paths.map(async (path) => [path, await tryReadListedText(tree, path)] as const));
  return new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[`${toRoot(tree)}/${path}`, text]])));
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
