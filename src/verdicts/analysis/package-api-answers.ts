import { compareApis } from '../../code/api/compare/compare-apis.ts';
import type { ApiComparison } from '../../code/api/compare/api-difference.ts';
import type { PackageApi } from '../../code/api/model/package-api.ts';
import { openInstalledPackage } from '../../code/api/read/installed-package.ts';
import { readApi, textIn, type ApiTree } from '../../code/api/read/read-apis.ts';
import type { ModuleIndex } from '../../code/index/module-index.ts';
import type { WorkspacePackage } from '../../code/resolution/workspace-packages.ts';
import { isWithin } from '../../code/resolution/tree-path.ts';
import { ComparedTrees } from '../../code/types/change/compared-trees.ts';
import { createBundledEngine } from '../../code/types/engines/choose-engine.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import type { AnalyzedTree } from './analyzed-tree.ts';
import type { RootSnapshot } from './analyzed-root.ts';
import { indexBefore, type EarlierFile } from './tree-before.ts';

/** A package of the workspace. */
export interface PackageSummary {
  readonly name: string;
  readonly version: string | undefined;
  readonly folder: string;
  readonly isPrivate: boolean;
}

/** The packages with a name, those in the nearest folders first. */
export function listPackages({ index }: Pick<RootSnapshot, 'index'>): readonly PackageSummary[] {
  return publishable(index).map(({ folder, manifest }) => ({
    name: manifest.name ?? folder,
    version: manifest.version,
    folder,
    isPrivate: manifest.private === true,
  }));
}

function publishable(index: ModuleIndex): readonly WorkspacePackage[] {
  return index
    .packageEntries()
    .packages.filter(
      ({ folder, manifest }) => manifest.name !== undefined && !/(?:^|\/)node_modules(?:\/|$)/.test(folder),
    )
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** [CHANGE-5] What a package of the workspace offers. Undefined if its folder has no manifest. */
export async function queryPackageApi(snapshot: RootSnapshot, folder: string): Promise<PackageApi | null> {
  const root = toRoot(snapshot.tree);
  using engine = await createBundledEngine({ overlay: () => undefined });
  const owner = snapshot.index.packageEntries().packages.find((one) => one.folder === folder);
  return owner === undefined
    ? null
    : readApi(
        engine,
        toApiTree(root, snapshot.index, () => undefined),
        owner,
      );
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
  const isChanged = ({ folder }: WorkspacePackage): boolean => paths.some((path) => isWithin(path, folder));
  const before = await indexBefore(tree, index, changed, signal);
  const earlier = publishable(before).filter((one) => folders?.includes(one.folder) ?? isChanged(one));
  const later = new Map(publishable(index).map((one) => [one.folder, one]));
  const owners = earlier.flatMap((one) => {
    const after = later.get(one.folder);
    return after === undefined ? [] : [{ before: one, after }];
  });
  if (owners.length === 0) return [];
  const trees = new ComparedTrees(root, changed);
  using engine = await createBundledEngine({ overlay: trees.overlay, addedFiles: trees.onlyBefore });
  const read = (owner: WorkspacePackage, of: ModuleIndex): PackageApi => {
    throwIfCancelled(signal, 'reading the public API');
    return readApi(engine, toApiTree(root, of, trees.overlay), owner);
  };
  const apisAfter = owners.map(({ after }) => read(after, index));
  engine.invalidate(trees.showBefore());
  return owners.flatMap((owner, at) => {
    const after = apisAfter[at];
    return after === undefined ? [] : [compareApis(read(owner.before, before), after)];
  });
}

function toRoot(tree: Pick<AnalyzedTree, 'root'>): string {
  return tree.root.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
}

function toApiTree(root: string, index: ModuleIndex, overlay: (file: string) => string | null | undefined): ApiTree {
  return {
    root,
    files: index.packageEntries(),
    packageOf: (file) => (/(?:^|\/)node_modules\//.test(file) ? undefined : index.packageFor(file)?.folder),
    ambientFiles: index.ambientFiles().keys(),
    textOf: textIn(overlay),
  };
}
