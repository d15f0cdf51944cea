import { languageOf } from '../../language/source-language.ts';
import { fillTarget, matchPattern } from '../../resolution/package-targets.ts';
import { isWithin, pathWithin } from '../../resolution/tree-path.ts';
import type { WorkspacePackage } from '../../resolution/workspace-packages.ts';
import type { ApiEntry, UnjudgedEntry } from '../model/package-api.ts';
import { createPublishedFiles, isForDevelopment } from './published-files.ts';
import { listManifestTargets, type ManifestTarget } from './manifest-targets.ts';

/** What finds the files of a package. */
export interface EntryFiles {
  /** The files of the tree, or of the base where patterns are compared. */
  readonly files: Iterable<string>;
  has(path: string): boolean;
  /** The file at a path of a manifest, or the source that is built to it. */
  resolve(owner: WorkspacePackage, target: string): string | undefined;
  /** The entry by convention, if the configuration does not relate the build output to its source. */
  conventionalEntry(owner: WorkspacePackage): string | undefined;
}

/** An entry point whose exports are not read yet. */
export type EntryFile = Omit<ApiEntry, 'exports'>;

export interface PackageEntries {
  readonly entries: readonly EntryFile[];
  readonly notJudged: readonly UnjudgedEntry[];
}

/** [CHANGE-5] Finds the entry points that the manifest of a package states. */
export function findPackageEntries(owner: WorkspacePackage, files: EntryFiles): PackageEntries {
  const { targets, closed } = listManifestTargets(owner.manifest);
  const entries = new Map<string, EntryFile>();
  const notJudged: UnjudgedEntry[] = [];
  for (const one of targets) {
    const found = one.subpath.includes('*') || one.subpath.endsWith('/') ? expand(owner, one, files) : [one];
    for (const target of found) {
      if (closed.some((pattern) => pattern === target.subpath || matchPattern(pattern, target.subpath) !== undefined))
        continue;
      const file = files.resolve(owner, target.target) ?? findConventional(owner, target, targets, files);
      if (file === undefined) {
        notJudged.push({ subpath: one.subpath, target: target.target, reason: 'Its source was not found' });
      } else addEntry(entries, target, file);
    }
  }
  return { entries: [...entries.values()], notJudged: withoutFound(notJudged, entries) };
}

/** The main entry by convention, if it is the only one. */
function findConventional(
  owner: WorkspacePackage,
  { subpath, kind }: ManifestTarget,
  targets: readonly ManifestTarget[],
  files: EntryFiles,
): string | undefined {
  const isOnly = targets.every((one) => one.kind === 'bin' || one.subpath === '.');
  return kind === 'module' && subpath === '.' && isOnly ? files.conventionalEntry(owner) : undefined;
}

function addEntry(
  entries: Map<string, EntryFile>,
  { subpath, conditions, kind, isTypedByManifest }: ManifestTarget,
  file: string,
): void {
  const isModule = languageOf(file) !== undefined || /\.d\.[cm]?ts$/.test(file);
  const entryKind = kind === 'bin' ? kind : isModule ? 'module' : 'asset';
  const key = `${entryKind} ${subpath} ${file}`;
  const known = entries.get(key);
  const own = conditions.length === 0 ? [] : [conditions.join('|')];
  entries.set(key, {
    subpath,
    kind: entryKind,
    file,
    ...(isTypedByManifest === true ? { isTypedByManifest } : {}),
    // Without a condition, every importer reaches it.
    conditions: known !== undefined && known.conditions.length === 0 ? [] : [...(known?.conditions ?? []), ...own],
  });
}

/** Another condition of a subpath can lead to a source although this one does not: a format that only a build creates. */
function withoutFound(
  notJudged: readonly UnjudgedEntry[],
  entries: ReadonlyMap<string, EntryFile>,
): readonly UnjudgedEntry[] {
  const found = new Set([...entries.values()].map(({ subpath }) => subpath));
  const seen = new Set<string>();
  return notJudged.filter(({ subpath }) => {
    if (found.has(subpath) || seen.has(subpath)) return false;
    seen.add(subpath);
    return true;
  });
}

/** The subpaths of a pattern for which the tree has a file. */
function expand(owner: WorkspacePackage, one: ManifestTarget, files: EntryFiles): readonly ManifestTarget[] {
  const expanded: ManifestTarget[] = [];
  const seen = new Set<string>();
  const isPublished = createPublishedFiles(owner.manifest);
  let isFound = false;
  for (const file of files.files) {
    if (!isWithin(file, owner.folder) || file.includes('node_modules/')) continue;
    const path = pathWithin(file, owner.folder);
    for (const matched of candidates(one.target, `./${path}`)) {
      // A folder that the pattern itself names is meant.
      if (seen.has(matched) || isForDevelopment(withExtensionOf(path, matched))) continue;
      const target = fillTarget(one.target, matched);
      if (files.resolve(owner, target) !== file || !isPublished(target.replace(/^\.\//, ''))) continue;
      seen.add(matched);
      isFound = true;
      expanded.push({ ...one, subpath: fillTarget(one.subpath, matched), target });
    }
  }
  return isFound ? expanded : [one];
}

function withExtensionOf(path: string, matched: string): string {
  const extension = SCRIPT_EXTENSION.exec(path)?.[0] ?? '';
  return matched.endsWith(extension) ? matched : matched + extension;
}

const SCRIPT_EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;

/** What `*` of a target may be for a file: the file itself, or a source that is built to it. */
function candidates(target: string, path: string): readonly string[] {
  const direct = matchPattern(target, path);
  if (direct !== undefined) return [direct];
  const extension = SCRIPT_EXTENSION.exec(path)?.[0];
  if (extension === undefined || !/\.[cm]?[jt]sx?$|\*$/.test(target)) return [];
  const wanted = target.endsWith('*') ? '.js' : (SCRIPT_EXTENSION.exec(target)?.[0] ?? '');
  const built = path.slice(0, -extension.length) + wanted;
  const [head = '', ...rest] = target.replace(/^\.\//, '').split('/');
  const outer = head.includes('*') ? '' : `${head}/`;
  const inner = built.replace(/^\.\//, '').replace(/^(?:src|source|lib)\//, '');
  const found = matchPattern(target, `./${outer}${inner}`) ?? (rest.length > 0 ? matchTail(target, inner) : undefined);
  return found === undefined ? [] : [found];
}

/** The part that `*` matches, if the folders of the target before it are those of a build alone. */
function matchTail(target: string, inner: string): string | undefined {
  const star = target.indexOf('*');
  const folder = target.lastIndexOf('/', star);
  return matchPattern(`./${target.slice(folder + 1)}`, `./${inner}`);
}
