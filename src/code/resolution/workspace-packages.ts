import { parse as parseYaml } from 'yaml';
import * as z from 'zod';
import { createPathMatcher, isExclusion } from '../../contract/globs/path-matcher.ts';
import { readManifest, type PackageManifest } from './package-manifest.ts';
import { ancestorFolders, folderOf, joinPath, nameOf, pathWithin } from './tree-path.ts';

/** A package of the tree. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: PackageManifest;
  /** The folder of the workspace to which the package belongs. */
  readonly memberOf?: string;
}

interface Workspace {
  readonly folder: string;
  readonly isMember: (folder: string) => boolean;
}

const packageList = z.object({ packages: z.array(z.string()) });
const rushProjects = z.object({ projects: z.array(z.object({ projectFolder: z.string() })) });

/** Whether a file defines a package or a workspace. */
export function isPackageConfiguration(path: string): boolean {
  const name = nameOf(path);
  return name === 'package.json' || name === 'pnpm-workspace.yaml' || name === 'lerna.json' || name === 'rush.json';
}

/** The packages of a tree and their visibility by name: npm, pnpm and yarn workspaces, Lerna, Rush and linked packages. */
export class WorkspacePackages {
  readonly #byFolder = new Map<string, WorkspacePackage>();
  readonly #byName = new Map<string, WorkspacePackage[]>();

  /** @param texts every package.json, pnpm-workspace.yaml, lerna.json and rush.json of the tree */
  constructor(texts: ReadonlyMap<string, string>) {
    const manifests = new Map<string, PackageManifest>();
    for (const [path, text] of texts) {
      if (nameOf(path) !== 'package.json') continue;
      const manifest = readManifest(text);
      if (manifest !== undefined) manifests.set(folderOf(path), manifest);
    }
    const workspaces = readWorkspaces(texts, manifests);
    for (const [folder, manifest] of manifests) {
      const workspace = workspaces.find((candidate) => candidate.isMember(folder));
      const workspacePackage: WorkspacePackage = { folder, manifest, ...(workspace && { memberOf: workspace.folder }) };
      this.#byFolder.set(folder, workspacePackage);
      if (manifest.name === undefined) continue;
      const sameName = this.#byName.get(manifest.name);
      if (sameName === undefined) this.#byName.set(manifest.name, [workspacePackage]);
      else sameName.push(workspacePackage);
    }
  }

  /** The package whose package.json is in a folder. */
  packageIn(folder: string): WorkspacePackage | undefined {
    return this.#byFolder.get(folder);
  }

  /** Every package of the tree. */
  all(): Iterable<WorkspacePackage> {
    return this.#byFolder.values();
  }

  /** The package of a file, which is defined by the nearest package.json. */
  packageOf(file: string): WorkspacePackage | undefined {
    for (const folder of ancestorFolders(folderOf(file))) {
      const found = this.#byFolder.get(folder);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Resolves a package name in a file: the file's own package, a linked package, or a member of its workspace. */
  find(name: string, fromFile: string): WorkspacePackage | undefined {
    const candidates = this.#byName.get(name);
    if (candidates === undefined) return undefined;
    for (const folder of ancestorFolders(folderOf(fromFile))) {
      const importer = this.#byFolder.get(folder);
      if (importer === undefined) continue;
      if (importer.manifest.name === name) return importer;
      const linked = linkedFolder(importer, name);
      if (linked !== undefined) return this.#byFolder.get(linked);
    }
    const members = candidates.filter(({ memberOf }) => memberOf !== undefined && isIn(fromFile, memberOf));
    return members.sort((a, b) => (b.memberOf?.length ?? 0) - (a.memberOf?.length ?? 0))[0];
  }
}

function isIn(file: string, folder: string): boolean {
  return folder === '' || file.startsWith(`${folder}/`);
}

/** The folder of a dependency that is linked with `file:`, `link:`, `portal:` or `workspace:`. */
function linkedFolder({ folder, manifest }: WorkspacePackage, name: string): string | undefined {
  const version =
    manifest.dependencies[name] ??
    manifest.devDependencies[name] ??
    manifest.optionalDependencies[name] ??
    manifest.peerDependencies[name];
  const path =
    version === undefined ? undefined : /^(?:file|link|portal|workspace):(\.{1,2}\/.*|\.{1,2})$/.exec(version)?.[1];
  return path === undefined ? undefined : joinPath(folder, path);
}

function readWorkspaces(
  texts: ReadonlyMap<string, string>,
  manifests: ReadonlyMap<string, PackageManifest>,
): Workspace[] {
  const workspaces: Workspace[] = [];
  for (const [folder, { workspaces: patterns }] of manifests) {
    if (patterns !== undefined) workspaces.push(createWorkspace(folder, patterns));
  }
  for (const [path, text] of texts) {
    const patterns = readMemberPatterns(nameOf(path), text);
    if (patterns !== undefined) workspaces.push(createWorkspace(folderOf(path), patterns));
  }
  return workspaces.sort((a, b) => b.folder.length - a.folder.length);
}

function readMemberPatterns(name: string, text: string): readonly string[] | undefined {
  try {
    if (name === 'pnpm-workspace.yaml') return packageList.safeParse(parseYaml(text)).data?.packages;
    if (name === 'lerna.json') return packageList.safeParse(JSON.parse(text)).data?.packages;
    if (name !== 'rush.json') return undefined;
    const withoutComments = text.replace(/^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, '');
    return rushProjects.safeParse(JSON.parse(withoutComments)).data?.projects.map(({ projectFolder }) => projectFolder);
  } catch {
    // A file that cannot be parsed defines no workspace.
    return undefined;
  }
}

function createWorkspace(folder: string, patterns: readonly string[]): Workspace {
  const normalize = (pattern: string): string => pattern.replace(/^(!?)(?:\.\/)+/, '$1').replace(/(?<!\/)\/+$/, '');
  const hasMembers = patterns.some((pattern) => !isExclusion(pattern));
  const included = createPathMatcher(patterns.map(normalize));
  return {
    folder,
    isMember: (candidate) => {
      if (candidate === folder) return true;
      if (folder !== '' && !candidate.startsWith(`${folder}/`)) return false;
      return hasMembers && included(pathWithin(candidate, folder));
    },
  };
}
